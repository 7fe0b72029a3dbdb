import type { Queryable } from '../platform/db/pool.ts'
import { firstRow } from '../platform/db/rows.ts'
import { oldestWriter } from './read-queries.ts'

/**
 * How much later than its start a transaction may become visible as running. It is microseconds, unless the process is
 * suspended in between.
 */
const marginMs = 2_000

/**
 * The earliest time at which entries may still appear. Entries do not become visible in the order of their ids or times:
 * transactions write in one order and commit in another. A reader that reads again from this time misses nothing.
 */
export async function readHorizon(db: Queryable): Promise<Date> {
  const oldest = firstRow(await oldestWriter(db, []), 'the oldest transaction')
  return new Date(oldest.at.getTime() - marginMs)
}
