import type { Database } from '../../db/pool.ts'
import { recoverTexts } from '../pipeline/recover-texts.ts'
import { finishPartialTexts } from '../receiving/finish-partial-texts.ts'
import { settleParkedReceipts } from '../receiving/settle-parked-receipts.ts'
import { settleReceipts } from '../receiving/settle-receipts.ts'

/** How long the others keep away from what is being settled, and how much is at a time. */
const leaseMs = 10_000
const size = 500

/**
 * What the dispatcher of a carrier would do without a link: a claim that was under way while the carrier was retired and
 * whose worker died is unconfirmed, a late receipt finds its text, and a reply of which a part is missing, which may be
 * a STOP, is heard.
 */
export async function settleRetired(database: Database, name: string): Promise<void> {
  await recoverTexts(database, { carrier: { name }, settleReceipts, leaseMs, size })
  await settleParkedReceipts(database, name)
  await finishPartialTexts(database, name)
}
