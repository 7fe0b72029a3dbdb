import type { Database } from '../../db/pool.ts'
import { createMessagePartitions } from './operator-queries.ts'

/** Prepares the table of messages for the next fifteen million and answers how many partitions were missing. */
export async function ensureMessagePartitions(database: Database): Promise<number> {
  const [answer] = await createMessagePartitions(database, [])
  return answer?.made ?? 0
}
