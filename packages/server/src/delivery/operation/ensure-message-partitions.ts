import type { Database } from '../../platform/db/pool.ts'
import { createPartitions } from './queries.ts'

/** Creates partitions for the next 400 million texts and for the carrier's ids of the next two weeks. Returns how many were missing. */
export async function ensureMessagePartitions(database: Database): Promise<number> {
  const [answer] = await createPartitions(database, [])
  return answer?.made ?? 0
}
