import { lockMembers } from '../../consent/index.ts'
import * as journal from '../../journal/index.ts'
import { planByIndex } from '../../platform/db/indexes/by-index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { noteFailures } from '../../texting/index.ts'
import { type State, stateOf } from '../state.ts'
import {
  carryOver,
  lockDeliveries,
  noteStatuses,
  phonesOfTexts,
  raiseDeliveries,
  settleDeadLetters,
} from './delivery-queries.ts'
import { followCarrier } from './follow-carrier.ts'
import { joinParts } from './join-parts.ts'
import type { MatchedReceipt } from './queries.ts'
import { reportedBits } from './reported-bits.ts'

/** enroute means that the carrier has the text. */
const stateReported: Record<MatchedReceipt['status'], State> = {
  enroute: 'submitted',
  failed: 'failed',
  undelivered: 'undelivered',
  delivered: 'delivered',
}

/** Raises states regardless of the order in which receipts arrive, and journals each step. */
export async function applyReceipts(
  tx: Tx,
  carrier: string,
  matched: readonly MatchedReceipt[],
): Promise<void> {
  if (matched.length === 0) return
  tx.sendWithCommit(planByIndex(tx, []))
  const former = matched.filter(({ isFormer }) => isFormer)
  if (former.length > 0) await carryOver(tx, columns(former, 'advisorId', 'messageId'))
  const refused = matched.filter(({ reason }) => reason === 'opted_out')
  // Members before texts, as where outcomes are recorded.
  const refusedTexts =
    refused.length > 0 ? await phonesOfTexts(tx, columns(refused, 'advisorId', 'memberId', 'messageId')) : []
  if (refusedTexts.length > 0) await lockMembers(tx, refusedTexts)
  if (refused.length > 0 || matched.some(({ parts }) => parts > 1)) {
    await lockDeliveries(tx, columns(matched, 'advisorId', 'messageId'))
  }
  await followOptOuts(tx, carrier, refused, refusedTexts)
  const highest = new Map<string, MatchedReceipt>()
  for (const receipt of await joinParts(tx, matched)) {
    const key = keyOf(receipt)
    const other = highest.get(key)
    if (!other || rankOf(receipt) > rankOf(other)) highest.set(key, receipt)
  }
  await raise(tx, carrier, highest)
}

async function raise(tx: Tx, carrier: string, highest: ReadonlyMap<string, MatchedReceipt>): Promise<void> {
  const wanted = [...highest.values()]
  const raised = await raiseDeliveries(tx, [
    ...columns(wanted, 'advisorId', 'memberId', 'messageId'),
    wanted.map(rankOf),
    ...columns(wanted, 'reason', 'carrierReason'),
  ])
  if (raised.length === 0) return
  tx.sendWithCommit(settleDeadLetters(tx, columns(raised, 'advisorId', 'messageId')))
  const steps = raised.map(text => ({ text, receipt: highest.get(keyOf(text)) as MatchedReceipt }))
  await noteFailures(
    tx,
    steps.flatMap(({ text, receipt: { status } }) =>
      status === 'failed' || status === 'undelivered' ? [text] : [],
    ),
  )
  const appended = journal.append(
    tx,
    steps.map(({ text, receipt }) => {
      const author = {
        advisorId: text.advisorId,
        actor: { kind: 'system', task: 'delivery receipts' },
        traceId: null,
      } as const
      return journal.entryBy(author, text.updatedAt, {
        kind: `message.${stateReported[receipt.status]}`,
        subject: { kind: 'message', id: text.messageId },
        facts: {
          // Keys in canonical order.
          carrier,
          carrierMessageId: receipt.carrierMessageId,
          ...(receipt.carrierReason !== null && { carrierReason: receipt.carrierReason }),
          carrierTime: receipt.carrierTime.toISOString(),
          from: text.number,
          memberId: text.memberId,
          ...(receipt.reason !== null && { reason: receipt.reason }),
          to: text.phone,
        },
      })
    }),
  )
  tx.sendWithCommit(appended)
}

/**
 * Whatever the text's outcome, and for every part: when joined, another part can hide the one that reports an opt-out. Once for
 * each receipt: one that is delivered again must not undo a START that came in between.
 */
async function followOptOuts(
  tx: Tx,
  carrier: string,
  refused: readonly MatchedReceipt[],
  texts: readonly { readonly advisorId: number; readonly messageId: number; readonly phone: string }[],
): Promise<void> {
  if (refused.length === 0) return
  const noted = await noteStatuses(tx, [
    ...columns(refused, 'advisorId', 'messageId', 'part'),
    refused.map(({ status }) => reportedBits[status]),
  ])
  const fresh = new Set(noted.map(keyOf))
  await followCarrier(
    tx,
    carrier,
    texts.filter(text => fresh.has(keyOf(text))),
  )
}

const keyOf = ({ advisorId, messageId }: { advisorId: number; messageId: number }): string =>
  `${advisorId} ${messageId}`

const rankOf = ({ status }: MatchedReceipt): number => stateOf[stateReported[status]]
