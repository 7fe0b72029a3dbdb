import type { Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { noteStatuses, statusesOfParts } from './delivery-queries.ts'
import type { MatchedReceipt } from './queries.ts'
import { reportedBits } from './reported-bits.ts'

/**
 * Combines the receipts of a text's parts: delivered if all parts are, undelivered or failed if one is, otherwise en
 * route. The result depends on the set of receipts, not on their order. The caller has locked the texts, so that two batches with
 * receipts for one text see each other's.
 */
export async function joinParts(tx: Tx, receipts: readonly MatchedReceipt[]): Promise<MatchedReceipt[]> {
  const whole = receipts.filter(({ parts }) => parts === 1)
  if (whole.length === receipts.length) return whole
  const ofParts = receipts.filter(({ parts }) => parts > 1)
  await noteStatuses(tx, [
    ...columns(ofParts, 'advisorId', 'messageId', 'part'),
    ofParts.map(({ status }) => reportedBits[status]),
  ])
  const byText = Map.groupBy(ofParts, ({ messageId }) => messageId)
  const texts = Array.from(byText.values(), ([first]) => first as MatchedReceipt)
  const seen = Map.groupBy(
    await statusesOfParts(tx, columns(texts, 'advisorId', 'messageId')),
    ({ messageId }) => messageId,
  )
  return [
    ...whole,
    ...Array.from(byText, ([messageId, told]) => joined(told, seen.get(messageId) ?? [])).flat(),
  ]
}

/**
 * The receipt that stands for the text. None if an earlier one has decided its state: the text has had that state since then.
 */
function joined(
  told: readonly MatchedReceipt[],
  parts: readonly { readonly seen: number }[],
): MatchedReceipt[] {
  const status = statusOf(parts, told[0]?.parts ?? 1)
  const deciding = told
    .filter(receipt => receipt.status === status)
    .toSorted((one, other) => one.carrierTime.getTime() - other.carrierTime.getTime())
  // The first loss decides, and the last delivery.
  const receipt = status === 'delivered' ? deciding.at(-1) : deciding[0]
  if (status !== 'enroute') return receipt ? [receipt] : []
  return told.slice(0, 1).map(first => ({ ...first, status, reason: null, carrierReason: null }))
}

function statusOf(parts: readonly { readonly seen: number }[], count: number): MatchedReceipt['status'] {
  const reporting = (status: MatchedReceipt['status']): number =>
    parts.filter(({ seen }) => (seen & reportedBits[status]) !== 0).length
  if (reporting('delivered') === count) return 'delivered'
  if (reporting('undelivered') > 0) return 'undelivered'
  return reporting('failed') > 0 ? 'failed' : 'enroute'
}
