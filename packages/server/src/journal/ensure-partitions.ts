import type { Database } from '../platform/db/pool.ts'
import { createPartitions } from './queries.ts'

/** Creates the partitions of the next twelve months and returns how many were missing. Call it daily. */
export async function ensurePartitions(database: Database, at?: Date): Promise<number> {
  const [answer] = await createPartitions(database, [at])
  return answer?.made ?? 0
}
