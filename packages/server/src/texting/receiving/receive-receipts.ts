import type { Receipt } from '../../carriers/index.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { applyReceipts } from './apply-receipts.ts'
import { insertReceipts } from './queries.ts'

/**
 * Takes in delivery receipts. Each is kept once; one whose text is not known yet by its carrier's id waits for
 * settleReceipts.
 */
export async function receiveReceipts(
  database: Database,
  carrier: string,
  receipts: readonly Receipt[],
): Promise<void> {
  if (receipts.length === 0) return
  await inTransaction(database, async tx => {
    const matched = await insertReceipts(tx, [
      carrier,
      receipts.map(({ carrierMessageId }) => carrierMessageId),
      receipts.map(({ status }) => status),
      receipts.map(({ reason }) => reason ?? null),
      receipts.map(({ at }) => at),
      receipts.map(({ about }) => (about ? JSON.stringify(about) : null)),
    ])
    await applyReceipts(tx, carrier, matched)
  })
}
