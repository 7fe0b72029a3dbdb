import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { activeSessions } from './queries.ts'

/** The ids of sessions that are still active. */
export async function filterActiveSessions(
  db: Queryable,
  sessions: readonly AppSession[],
): Promise<Set<number>> {
  const rows = await activeSessions(db, [
    sessions.map(({ advisorId }) => advisorId),
    sessionLifetimes.idle,
    sessions.map(({ id }) => id),
  ])
  return new Set(rows.map(({ id }) => id))
}
