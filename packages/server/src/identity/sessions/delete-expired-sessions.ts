import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { deleteExpiredBatch } from './queries.ts'

const batchSize = 1_000

/** Sweeps away sessions that are over. Answers how many there were. */
export async function deleteExpiredSessions(database: Database): Promise<number> {
  let deleted = 0
  for (;;) {
    const batch = await inTransaction(database, tx => deleteExpiredBatch(tx, [batchSize]))
    deleted += batch.length
    if (batch.length < batchSize) return deleted
  }
}
