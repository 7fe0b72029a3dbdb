import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteExpiredBatch } from './queries.ts'

const batchSize = 1_000

/** Deletes expired sessions. Returns how many it deleted. */
export async function deleteExpiredSessions(database: Database): Promise<number> {
  let deleted = 0
  for (;;) {
    const batch = await inTransaction(database, tx => deleteExpiredBatch(tx, [batchSize]))
    deleted += batch.length
    if (batch.length < batchSize) return deleted
  }
}
