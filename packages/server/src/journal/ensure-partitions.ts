import type { Database } from '../db/pool.ts'
import { createPartitions } from './queries.ts'

/** Prepares the journal for the coming months and answers how many partitions were missing. To be called every day. */
export async function ensurePartitions(database: Database): Promise<number> {
  const [answer] = await createPartitions(database, [])
  return answer?.made ?? 0
}
