import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteExpiredBatch } from './queries.ts'

const batchSize = 1_000

/** Deletes expired artifacts, in batches that hold their locks briefly. Returns how many it deleted. */
export async function deleteExpiredArtifacts(database: Database): Promise<number> {
  let deleted = 0
  for (;;) {
    const batch = await inTransaction(database, tx => deleteExpiredBatch(tx, [batchSize]))
    deleted += batch.length
    if (batch.length < batchSize) return deleted
  }
}
