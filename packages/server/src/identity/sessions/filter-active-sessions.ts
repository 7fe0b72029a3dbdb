import type { AccountSession } from '../../platform/caller/app-session.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { activeSessions } from './queries.ts'

/** The sessions that are still active and whose person may still act for the advisor. */
export async function filterActiveSessions(
  db: Queryable,
  sessions: readonly AccountSession[],
): Promise<Set<AccountSession>> {
  const [personIds, ids, advisorIds] = columns(sessions, 'personId', 'id', 'advisorId')
  const rows = await activeSessions(db, [personIds, sessionLifetimes.idle, ids, advisorIds])
  const active = new Set(rows.map(({ position }) => position))
  return new Set(sessions.filter((_, index) => active.has(index + 1)))
}
