import { type ReceiptSubject, shortReference } from '../../carriers/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { applyReceipts } from './apply-receipts.ts'
import { matchAllReceipts, matchReceiptsOf, nameText, possibleReceipts } from './queries.ts'

/** Applies receipts that arrived before the carrier's response was recorded. Called when it is. */
export async function settleReceipts(
  tx: Tx,
  carrier: string,
  carrierMessageIds: readonly string[],
): Promise<void> {
  await applyReceipts(tx, carrier, await matchReceiptsOf(tx, [carrier, carrierMessageIds]))
}

/**
 * Applies receipts written concurrently with the response that names their text, so that neither saw the other, and
 * receipts whose text was never named because that response was lost. Cheap; runs every second.
 */
export async function settleParkedReceipts(
  database: Database,
  carrier: string,
  quietMs: number = defaultQuietMs,
): Promise<void> {
  await inTransaction(database, async tx => {
    await nameUnconfirmed(tx, carrier, quietMs)
    await applyReceipts(tx, carrier, await matchAllReceipts(tx, [carrier]))
  })
}

/** An attempt, and then the doubt about it, may each last 30 s. */
const defaultQuietMs = 60_000

/**
 * Matches a text by what its receipt repeats: both numbers and sixteen bits of our reference. A recipient of many texts
 * eventually has two with the same sixteen bits. A receipt that matches both proves neither: they stay unconfirmed, for
 * an operator.
 */
async function nameUnconfirmed(tx: Tx, carrier: string, quietMs: number): Promise<void> {
  const found = (await possibleReceipts(tx, [carrier, quietMs])).filter(isOf)
  const byId = [...Map.groupBy(found, ({ carrierMessageId }) => carrierMessageId).values()].flatMap(texts =>
    texts.length === 1 ? texts : [],
  )
  if (byId.length === 0) return
  await nameText(tx, [carrier, ...columns(byId, 'carrierMessageId', 'advisorId', 'memberId', 'messageId')])
}

const isOf = ({
  messageId,
  shortReference: told,
}: Pick<ReceiptSubject, 'shortReference'> & { readonly messageId: number }): boolean =>
  shortReference(String(messageId)) === told
