import type { Queryable } from '../db/pool.ts'
import { oldestWriter } from './read-queries.ts'

/**
 * How much later than it began a transaction may show that it is under way. It is microseconds, unless the process is put
 * to sleep between the two.
 */
const marginMs = 2_000

/**
 * From when on something may still be written down that is not to be seen yet. Entries are not seen in the order of their
 * ids or times: that is the order in which transactions began to write, and they end in another. Whoever reads everything
 * since this moment again, the next time, misses nothing.
 */
export async function readHorizon(db: Queryable): Promise<Date> {
  const [oldest] = await oldestWriter(db, [])
  if (!oldest) throw new Error('a query for one row answered none')
  return new Date(oldest.at.getTime() - marginMs)
}
