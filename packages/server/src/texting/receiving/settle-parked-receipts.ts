import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { applyReceipts } from './apply-receipts.ts'
import { matchAllReceipts } from './queries.ts'

/**
 * Applies receipts that were written while the answer that names their text was written too, so that neither saw the
 * other. Small work, done every second.
 */
export async function settleParkedReceipts(database: Database, carrier: string): Promise<void> {
  await inTransaction(database, async tx => applyReceipts(tx, carrier, await matchAllReceipts(tx, [carrier])))
}
