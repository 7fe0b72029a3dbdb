import { appOperations } from '@parley/contract'
import { showActors } from '../../identity/index.ts'
import { listEntriesOfFirm } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firmRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { cursorOf, farthest, farthestMs, positionOf } from '../../platform/paging/cursor.ts'
import { kindsAbout } from './kinds-about.ts'
import { subjectOf } from './subject-of.ts'

/** The firm's own journal. */
export function serveJournal(app: HttpServer, { database }: { readonly database: Database }): void {
  firmRoute(app, appOperations.listFirmJournal, async ({ session, query }) => {
    const { cursor, limit, about } = query
    const [atMs = farthestMs, entryId = farthest] = positionOf(cursor, [farthestMs, farthest])
    const entries = await listEntriesOfFirm(database, {
      firmId: session.firmId,
      kinds: about === undefined ? [] : kindsAbout[about],
      before: { at: new Date(atMs), entryId },
      limit: limit + 1,
    })
    const page = entries.slice(0, limit)
    const last = entries.length > limit ? page.at(-1) : undefined
    const show = await showActors(
      database,
      undefined,
      page.map(({ actor }) => actor),
    )
    return {
      data: page.map(({ entryId: id, at, kind, actor, facts }) => {
        const subject = subjectOf(facts)
        return {
          entryId: id,
          dateTime: at.toISOString(),
          kind,
          actor: show(actor),
          ...(subject !== undefined && { subject }),
          facts,
        }
      }),
      ...(last && { nextCursor: cursorOf([last.at.getTime(), last.entryId]) }),
    }
  })
}
