import type { Receipt } from '../../carriers/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { applyReceipts } from './apply-receipts.ts'
import { matchReceipts } from './queries.ts'

/** Applies delivery receipts, each once. One whose carrier id is not known yet is kept and waits for settleReceipts. */
export async function receiveReceipts(
  database: Database,
  carrier: string,
  receipts: readonly Receipt[],
): Promise<void> {
  if (receipts.length === 0) return
  await inTransaction(database, async tx => {
    const matched = await matchReceipts(tx, [
      carrier,
      receipts.map(({ carrierMessageId }) => carrierMessageId),
      receipts.map(({ status }) => status),
      receipts.map(({ reason }) => reason ?? null),
      receipts.map(({ words }) => words ?? null),
      receipts.map(({ at }) => at),
      receipts.map(({ about }) => (about ? JSON.stringify(about) : null)),
    ])
    await applyReceipts(tx, carrier, matched)
  })
}
