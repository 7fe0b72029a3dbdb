import type { Database } from '../../platform/db/pool.ts'
import { createMessagePartitions } from './queries.ts'

/** Creates message partitions for the next fifteen million messages and returns how many were missing. */
export async function ensureMessagePartitions(database: Database): Promise<number> {
  const [answer] = await createMessagePartitions(database, [])
  return answer?.made ?? 0
}
