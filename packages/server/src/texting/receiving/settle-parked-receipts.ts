import { type ReceiptSubject, shortReference } from '../../carriers/index.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { applyReceipts } from './apply-receipts.ts'
import { matchAllReceipts, nameText, possibleReceipts } from './queries.ts'

/**
 * Applies receipts that were written while the answer that names their text was written too, so that neither saw the
 * other, and those whose text was never named, because that answer was lost. Small work, done every second.
 */
export async function settleParkedReceipts(database: Database, carrier: string): Promise<void> {
  await inTransaction(database, async tx => {
    await nameUnconfirmed(tx, carrier)
    await applyReceipts(tx, carrier, await matchAllReceipts(tx, [carrier]))
  })
}

/** A text is found by what its receipt repeats: both numbers, and sixteen bits of our reference. */
async function nameUnconfirmed(tx: Tx, carrier: string): Promise<void> {
  const found = (await possibleReceipts(tx, [carrier])).filter(isOf)
  if (found.length === 0) return
  // One id is of one text.
  const byId = [...new Map(found.map(each => [each.carrierMessageId, each])).values()]
  await nameText(tx, [
    carrier,
    byId.map(({ carrierMessageId }) => carrierMessageId),
    byId.map(({ advisorId }) => advisorId),
    byId.map(({ messageId }) => messageId),
  ])
}

const isOf = ({
  messageId,
  shortReference: told,
}: Pick<ReceiptSubject, 'shortReference'> & { readonly messageId: number }): boolean =>
  shortReference(String(messageId)) === told
