import type { Database } from '../../platform/db/pool.ts'
import { recoverTexts } from '../dispatch/recover-texts.ts'
import { settleParkedReceipts, settleReceipts } from '../receipts/settle-receipts.ts'
import { finishPartialTexts } from '../replies/finish-partial-texts.ts'

/** How long other workers keep away from the texts being settled, and the batch size. */
const leaseMs = 10_000
const size = 500

/**
 * Does what a carrier's dispatcher would do without a link: a claim in flight at retirement whose worker died becomes
 * unconfirmed, a late receipt finds its text, and a reply with a missing part, which may be a STOP, is processed.
 */
export async function settleRetired(database: Database, name: string, doubtMs?: number): Promise<void> {
  await recoverTexts(database, { carrier: { name }, settleReceipts, leaseMs, size })
  await settleParkedReceipts(database, name, doubtMs && 2 * doubtMs)
  await finishPartialTexts(database, name)
}
