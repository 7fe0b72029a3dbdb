import type { Tx } from '../../db/pool.ts'
import * as journal from '../../journal/index.ts'
import { followCarrier } from '../consent/follow-carrier.ts'
import { noteFailures } from '../conversations/note-failures.ts'
import { planByIndex } from '../pipeline/claim-queries.ts'
import { joinParts } from './join-parts.ts'
import { climbStatuses, type MatchedReceipt, phonesOfTexts, settleDeadLetters } from './queries.ts'

/** A text on its way is one that the carrier has. */
const statusOf = {
  enroute: 'submitted',
  failed: 'failed',
  undelivered: 'undelivered',
  delivered: 'delivered',
} as const
const rank = ['submitted', 'failed', 'undelivered', 'delivered']

/** Lets statuses climb, whatever the order in which receipts come, and journals each step. */
export async function applyReceipts(
  tx: Tx,
  carrier: string,
  matched: readonly MatchedReceipt[],
): Promise<void> {
  if (matched.length === 0) return
  tx.leave(planByIndex(tx, []))
  // Of every part: joined, one that tells of an opt-out may be hidden by another.
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
    wanted.map(({ advisorId }) => advisorId),
    wanted.map(({ messageId }) => messageId),
    wanted.map(({ status }) => statusOf[status]),
    wanted.map(({ reason }) => reason),
  ])
  if (climbed.length === 0) return
  const settled = settleDeadLetters(tx, [
    climbed.map(({ advisorId }) => advisorId),
    climbed.map(({ messageId }) => messageId),
  ])
  tx.leave(settled)
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
          memberId: message.memberId,
          from: message.number,
          to: message.phone,
          carrier,
          carrierMessageId: receipt.carrierMessageId,
          carrierTime: receipt.carrierTime.toISOString(),
          ...(receipt.reason !== null && { reason: receipt.reason }),
        },
      })
    }),
  )
  tx.leave(appended)
}

/** Whatever became of the text otherwise. Before the texts, as whoever records what became of them locks these rows. */
async function followOptOuts(tx: Tx, carrier: string, receipts: readonly MatchedReceipt[]): Promise<void> {
  const refused = receipts.filter(({ reason }) => reason === 'opted_out')
  if (refused.length === 0) return
  const texts = await phonesOfTexts(tx, [
    refused.map(({ advisorId }) => advisorId),
    refused.map(({ messageId }) => messageId),
  ])
  await followCarrier(tx, carrier, texts)
}

const keyOf = ({ advisorId, messageId }: { advisorId: number; messageId: number }): string =>
  `${advisorId} ${messageId}`

const rankOf = ({ status }: MatchedReceipt): number => rank.indexOf(statusOf[status])
