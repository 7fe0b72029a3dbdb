import type { Queryable } from '../../db/pool.ts'
import { sessionLifetimes } from './lifetimes.ts'
import { livingSessions } from './queries.ts'

/** Which of these sessions are not over. */
export async function filterLivingSessions(
  db: Queryable,
  sessionIds: readonly number[],
): Promise<Set<number>> {
  const rows = await livingSessions(db, [sessionIds, sessionLifetimes.idle])
  return new Set(rows.map(({ id }) => id))
}
