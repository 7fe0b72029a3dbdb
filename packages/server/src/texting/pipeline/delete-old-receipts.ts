import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import * as queries from './operator-queries.ts'

const chunk = 5_000

/**
 * Forgets what carriers called texts, and their receipts, after 30 days, in chunks that hold their locks for a moment
 * only. What became of each text stays in its message and in the journal. Answers how many rows there were.
 */
export async function deleteOldReceipts(database: Database): Promise<number> {
  let total = 0
  for (const deleteChunk of [queries.deleteOldCarrierMessages, queries.deleteOldReceipts]) {
    for (;;) {
      const [answer] = await inTransaction(database, tx => deleteChunk(tx, [chunk]))
      const deleted = answer?.deleted ?? 0
      total += deleted
      if (deleted < chunk) break
    }
  }
  return total
}
