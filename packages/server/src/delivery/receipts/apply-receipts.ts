import * as journal from '../../journal/index.ts'
import { planByIndex } from '../../platform/db/by-index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { noteFailures } from '../../texting/index.ts'
import { followCarrier } from './follow-carrier.ts'
import { joinParts } from './join-parts.ts'
import { climbStatuses, type MatchedReceipt, phonesOfTexts, settleDeadLetters } from './queries.ts'

/** enroute means that the carrier has the text. */
const statusOf = {
  enroute: 'submitted',
  failed: 'failed',
  undelivered: 'undelivered',
  delivered: 'delivered',
} as const
const rank = ['submitted', 'failed', 'undelivered', 'delivered']

/** Raises statuses regardless of the order in which receipts arrive, and journals each step. */
export async function applyReceipts(
  tx: Tx,
  carrier: string,
  matched: readonly MatchedReceipt[],
): Promise<void> {
  if (matched.length === 0) return
  tx.sendWithCommit(planByIndex(tx, []))
  // Checked for every part: when joined, another part can hide the one that reports an opt-out.
  await followOptOuts(tx, carrier, matched)
  const receipts = await joinParts(tx, carrier, matched)
  const highest = new Map<string, MatchedReceipt>()
  for (const receipt of receipts) {
    const key = keyOf(receipt)
    const other = highest.get(key)
    if (!other || rankOf(receipt) > rankOf(other)) highest.set(key, receipt)
  }
  const wanted = [...highest.values()]
  const climbed = await climbStatuses(tx, [
    ...columns(wanted, 'advisorId', 'messageId'),
    wanted.map(({ status }) => statusOf[status]),
    ...columns(wanted, 'reason', 'carrierReason'),
  ])
  if (climbed.length === 0) return
  tx.sendWithCommit(settleDeadLetters(tx, columns(climbed, 'advisorId', 'messageId')))
  await noteFailures(
    tx,
    climbed.filter(({ status }) => status === 'failed' || status === 'undelivered'),
  )
  const appended = journal.append(
    tx,
    climbed.map(message => {
      const receipt = highest.get(keyOf(message)) as MatchedReceipt
      const author = {
        advisorId: message.advisorId,
        actor: { kind: 'system', task: 'delivery receipts' },
        traceId: null,
      } as const
      return journal.entryBy(author, message.updatedAt, {
        kind: `message.${message.status}`,
        subject: { kind: 'message', id: message.messageId },
        facts: {
          // Keys in canonical order.
          carrier,
          carrierMessageId: receipt.carrierMessageId,
          ...(receipt.carrierReason !== null && { carrierReason: receipt.carrierReason }),
          carrierTime: receipt.carrierTime.toISOString(),
          from: message.number,
          memberId: message.memberId,
          ...(receipt.reason !== null && { reason: receipt.reason }),
          to: message.phone,
        },
      })
    }),
  )
  tx.sendWithCommit(appended)
}

/**
 * Runs whatever the text's outcome. Before the texts are locked, to keep the lock order used when outcomes are
 * recorded.
 */
async function followOptOuts(tx: Tx, carrier: string, receipts: readonly MatchedReceipt[]): Promise<void> {
  const refused = receipts.filter(({ reason }) => reason === 'opted_out')
  if (refused.length === 0) return
  const texts = await phonesOfTexts(tx, columns(refused, 'advisorId', 'messageId'))
  await followCarrier(tx, carrier, texts)
}

const keyOf = ({ advisorId, messageId }: { advisorId: number; messageId: number }): string =>
  `${advisorId} ${messageId}`

const rankOf = ({ status }: MatchedReceipt): number => rank.indexOf(statusOf[status])
