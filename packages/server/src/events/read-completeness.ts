import type { Queryable } from '../platform/db/pool.ts'
import { firstRow } from '../platform/db/rows.ts'
import { oldestOpen, oldestUnsequenced } from './queries.ts'

export interface Completeness {
  /** Whoever has read the log up to this size … */
  readonly size: number
  /** … has read every entry with an earlier time. */
  readonly until: Date
}

/**
 * Two statements, in this order. A transaction that is open at the first has begun no earlier than its answer, and one that
 * begins later neither. All others have ended, so the second one sees their entries, in the log or not.
 */
export async function readCompleteness(db: Queryable): Promise<Completeness> {
  const open = firstRow(await oldestOpen(db, []), 'the oldest transaction')
  const { size, at } = firstRow(await oldestUnsequenced(db, []), 'the place in the log')
  return { size, until: at !== null && at < open.at ? at : open.at }
}
