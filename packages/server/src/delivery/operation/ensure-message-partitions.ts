import type { Database } from '../../platform/db/pool.ts'
import { createMessagePartitions } from './queries.ts'

/** Creates message partitions for the next 400 million texts and returns how many were missing. */
export async function ensureMessagePartitions(database: Database): Promise<number> {
  const [answer] = await createMessagePartitions(database, [])
  return answer?.made ?? 0
}
