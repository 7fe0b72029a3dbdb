import type { Database } from '../platform/db/pool.ts'
import { createPartitions } from './queries.ts'

/** Creates the partitions of the coming months and returns how many were missing. Call it daily. */
export async function ensurePartitions(database: Database): Promise<number> {
  const [answer] = await createPartitions(database, [])
  return answer?.made ?? 0
}
