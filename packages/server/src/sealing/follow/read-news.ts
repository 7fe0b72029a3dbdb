import type { Queryable } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { type NewsRow, newsSince, type ReachedRow, reachedBy } from './queries.ts'

interface Listening {
  readonly advisorId: number
  /** Entries after this one are new. */
  readonly afterSeq: number
}

/** New entries of these accounts, by account, in the order of the log, with a limit for each. */
export const readNews = (db: Queryable, listening: readonly Listening[], limit: number): Promise<NewsRow[]> =>
  newsSince(db, [...columns(listening, 'advisorId', 'afterSeq'), limit])

/** Number of each account's last entry in the log, 0 if it has none, and the time of the database. */
export const readReached = (db: Queryable, advisorIds: readonly number[]): Promise<ReachedRow[]> =>
  reachedBy(db, [advisorIds])
