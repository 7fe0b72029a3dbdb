import type { Queryable } from '../../db/pool.ts'
import type { AppSession } from '../../http/session-guard.ts'
import { sessionLifetimes } from './lifetimes.ts'
import { livingSessions } from './queries.ts'

/** The ids of those that are not over. */
export async function filterLivingSessions(
  db: Queryable,
  sessions: readonly AppSession[],
): Promise<Set<number>> {
  const rows = await livingSessions(db, [
    sessions.map(({ advisorId }) => advisorId),
    sessionLifetimes.idle,
    sessions.map(({ id }) => id),
  ])
  return new Set(rows.map(({ id }) => id))
}
