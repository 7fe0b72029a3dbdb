import { appOperations } from '@parley/contract'
import { requireTextingAccount } from '../../consent/index.ts'
import { showActors } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { appRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { getConsentRecord } from './get-consent-record.ts'
import { getConversation } from './get-conversation.ts'
import { getThread } from './get-thread.ts'
import { listConversations } from './list-conversations.ts'
import { markRead } from './mark-read.ts'
import { shownConversation, shownEntry, shownHandover, shownStep } from './shown.ts'

/** Inbox routes of the advisor app. */
export function serveConversations(app: HttpServer, { database }: { readonly database: Database }): void {
  appRoute(app, appOperations.listConversations, async ({ caller: { advisorId }, query }) => {
    const { conversations, nextCursor } = await listConversations(database, advisorId, query)
    const account = await requireTextingAccount(database, advisorId)
    return {
      data: conversations.map(row => shownConversation(row, account)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    }
  })

  appRoute(app, appOperations.getConversation, async ({ caller: { advisorId }, params }) => {
    const row = await getConversation(database, advisorId, params.memberId)
    return shownConversation(row, await requireTextingAccount(database, advisorId))
  })

  appRoute(app, appOperations.getThread, async ({ caller: { advisorId }, params, query }) => {
    const { entries, nextCursor } = await getThread(database, advisorId, { ...params, ...query })
    const showActor = await showActors(
      database,
      advisorId,
      entries.map(({ row }) => ('actor' in row ? row.actor : undefined)),
    )
    return {
      data: entries.map(entry => shownEntry(entry, showActor)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    }
  })

  appRoute(app, appOperations.markConversationRead, async ({ caller: { advisorId }, params, body }) => ({
    unreadCount: await markRead(database, { advisorId, ...params, ...body }),
  }))

  appRoute(app, appOperations.getConsentRecord, async ({ caller: { advisorId }, params }) => {
    const { memberId, phone, consent, lastChanged, steps, handovers } = await getConsentRecord(
      database,
      advisorId,
      params,
    )
    const showActor = await showActors(
      database,
      advisorId,
      steps.map(({ actor }) => actor),
    )
    return {
      memberId,
      phone,
      consent,
      dateTimeConsentChanged: lastChanged.toISOString(),
      steps: steps.map(step => shownStep(step, showActor)),
      handovers: handovers.map(row => ({ dateTime: row.at.toISOString(), ...shownHandover(row) })),
    }
  })
}
