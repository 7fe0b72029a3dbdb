import type { Database } from '../../platform/db/pool.ts'
import { required } from '../../platform/db/rows.ts'
import { type OutboxState, outboxCounts } from './queries.ts'

export async function countOutbox(database: Database): Promise<OutboxState> {
  const [counts] = await outboxCounts(database, [])
  return required(counts, 'outbox counts')
}
