import type { Database } from '../../platform/db/pool.ts'
import { createPartitions } from './queries.ts'

/**
 * Creates partitions for the next 400 million texts and for the carrier's ids of the next two weeks, and drops those of ids that
 * are older than 30 days. Returns how many it created or dropped.
 */
export async function ensureMessagePartitions(database: Database): Promise<number> {
  const [answer] = await createPartitions(database, [])
  return answer?.changed ?? 0
}
