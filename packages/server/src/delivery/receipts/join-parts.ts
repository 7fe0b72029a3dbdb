import type { Tx } from '../../platform/db/pool.ts'
import { lockTextsInParts, type MatchedReceipt, receiptsOfParts } from './queries.ts'

/**
 * Combines the receipts of a text's parts: delivered if all parts are, undelivered or failed if one is, otherwise en
 * route. The result depends on the set of receipts, not on their order.
 */
export async function joinParts(
  tx: Tx,
  carrier: string,
  receipts: readonly MatchedReceipt[],
): Promise<MatchedReceipt[]> {
  const whole = receipts.filter(({ parts }) => parts === 1)
  if (whole.length === receipts.length) return whole
  const texts = new Map(
    receipts.filter(({ parts }) => parts > 1).map(receipt => [receipt.messageId, receipt]),
  )
  const keys: [number[], number[]] = [
    Array.from(texts.values(), ({ advisorId }) => advisorId),
    Array.from(texts.values(), ({ messageId }) => messageId),
  ]
  await lockTextsInParts(tx, keys)
  const byText = Map.groupBy(await receiptsOfParts(tx, [carrier, ...keys]), ({ messageId }) => messageId)
  return [...whole, ...Array.from(byText.values(), joined)]
}

function joined(receipts: readonly MatchedReceipt[]): MatchedReceipt {
  const ofStatus = (status: MatchedReceipt['status']): MatchedReceipt[] =>
    receipts.filter(receipt => receipt.status === status)
  const [first] = receipts
  if (!first) throw new Error('no receipts to join')
  const delivered = ofStatus('delivered').toSorted(byTime)
  if (delivered.length === first.parts) return delivered.at(-1) ?? first
  const [lost] = [...ofStatus('undelivered').toSorted(byTime), ...ofStatus('failed').toSorted(byTime)]
  return lost ?? { ...first, status: 'enroute', reason: null, carrierReason: null }
}

const byTime = (one: MatchedReceipt, other: MatchedReceipt): number =>
  one.carrierTime.getTime() - other.carrierTime.getTime()
