import type { Tx } from '../../db/pool.ts'
import { applyReceipts } from './apply-receipts.ts'
import { matchReceiptsOf } from './queries.ts'

/** Applies receipts that came before the carrier's answer was recorded. Called when it is. */
export async function settleReceipts(
  tx: Tx,
  carrier: string,
  carrierMessageIds: readonly string[],
): Promise<void> {
  await applyReceipts(tx, carrier, await matchReceiptsOf(tx, [carrier, carrierMessageIds]))
}
