import type { Database } from '../db/pool.ts'
import { statement } from '../db/statement.ts'

const freezeClosed = statement<{ readonly closed: number }>(
  'freeze_closed_partitions',
  'select freeze_closed_partitions() as closed',
)

/** Has autovacuum freeze partitions that nothing is inserted into any more. Returns how many were closed since the last call. */
export async function freezeClosedPartitions(database: Database): Promise<number> {
  const [answer] = await freezeClosed(database, [])
  return answer?.closed ?? 0
}
