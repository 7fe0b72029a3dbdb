import { appOperations } from '@parley/contract'
import { getHold, releaseSending } from '../../delivery/index.ts'
import { findFirmBook, findFirmPerson, requireFreshSignIn } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firmRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { handOverBook, listHandovers, previewHandover } from '../../texting/index.ts'
import { actorOf } from '../actor-of.ts'

/** Books of advisors: who gets one next, and what waits in them. */
export function serveBooks(app: HttpServer, { database }: { readonly database: Database }): void {
  // First, so that ids of other firms are unknown here and not refused for another reason.
  const requireInFirm = async (firmId: number, advisorId: number, personId?: number): Promise<void> => {
    await findFirmBook(database, firmId, advisorId)
    if (personId !== undefined) await findFirmPerson(database, firmId, personId)
  }

  firmRoute(app, appOperations.previewHandover, async ({ session, params: { advisorId }, body }) => {
    await requireInFirm(session.firmId, advisorId, body.personId)
    const { identifier, former, successor, book, applications, assistants, notice } = await previewHandover(
      database,
      { advisorId, ...body },
    )
    const { contacts, conversations, consents, scheduledTexts, waitingTexts } = book
    return {
      identifier,
      former,
      successor,
      contacts,
      conversations,
      consents: { ...consents },
      scheduledTexts,
      waitingTexts,
      applications: [...applications],
      assistants: [...assistants],
      ...(notice && {
        notice: {
          ...notice,
          mistakes: [...notice.mistakes],
          warnings: [...notice.warnings],
          refused: { ...notice.refused },
        },
      }),
    }
  })

  firmRoute(app, appOperations.handOverBook, async ({ session, params: { advisorId }, body, traceId }) => {
    await requireInFirm(session.firmId, advisorId, body.personId)
    requireFreshSignIn(session)
    const { grantsEnded, schedulesHeld, isHeld } = await handOverBook(
      database,
      { advisorId, ...body },
      { actor: actorOf(session), traceId },
    )
    return { grantsEnded, schedulesHeld, isHeld }
  })

  firmRoute(app, appOperations.getBookHold, async ({ session, params: { advisorId } }) => {
    await requireInFirm(session.firmId, advisorId)
    const hold = await getHold(database, advisorId)
    if (!hold) return {}
    const { placedAt, texts, isReleasable } = hold
    return { hold: { dateTime: placedAt.toISOString(), texts, isReleasable } }
  })

  firmRoute(app, appOperations.releaseBook, async ({ session, params: { advisorId }, traceId }) => {
    const { holderName } = await findFirmBook(database, session.firmId, advisorId)
    requireFreshSignIn(session)
    const by = { actor: actorOf(session), traceId, ofFirm: session.firmId }
    await releaseSending(database, { kind: 'advisor', id: advisorId, name: holderName }, by)
    return undefined
  })

  firmRoute(app, appOperations.listHandovers, async ({ session, params: { advisorId } }) => {
    await requireInFirm(session.firmId, advisorId)
    const handovers = await listHandovers(database, advisorId)
    return {
      data: handovers.map(({ at, notice, told, refused, finishedAt, ...people }) => ({
        dateTime: at.toISOString(),
        former: { personId: people.formerHolderId, name: people.formerName },
        successor: { personId: people.holderId, name: people.holderName },
        ...(notice !== null && { notice }),
        told,
        refused: { ...refused },
        isFinished: notice === null || finishedAt !== null,
      })),
    }
  })
}
