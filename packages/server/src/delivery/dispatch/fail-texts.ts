import type { DeliveryReason } from '@parley/contract'
import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { noteFailures } from '../../texting/index.ts'
import { stateOf } from '../state.ts'
import { messageEntry } from './message-entry.ts'
import { recordEnded } from './record-queries.ts'

interface FailingText<Reason extends DeliveryReason> {
  readonly advisorId: number
  readonly memberId: number
  readonly messageId: number
  readonly consentVersion: number | null
  readonly ending: Reason
}

/** Reasons that create a dead letter: no one decided against sending, the text was just too late. */
const leavesDeadLetter: readonly DeliveryReason[] = ['expired', 'held_too_long']

/** Fails unclaimed texts, with their lanes locked. Returns the reasons of those that still existed. */
export async function failTexts<Reason extends DeliveryReason>(
  tx: Tx,
  texts: readonly FailingText<Reason>[],
  actor?: journal.Actor,
): Promise<Reason[]> {
  if (texts.length === 0) return []
  const [advisorIds, memberIds, messageIds] = columns(texts, 'advisorId', 'memberId', 'messageId')
  const ended = await recordEnded(tx, [
    null,
    advisorIds,
    memberIds,
    messageIds,
    texts.map(() => stateOf.failed),
    texts.map(({ ending }) => ending),
    texts.map(() => null),
    texts.map(({ ending }) => (leavesDeadLetter.includes(ending) ? 'expired' : null)),
  ])
  const given = new Map(texts.map(text => [text.messageId, text]))
  const failed = ended.flatMap(row => {
    const text = given.get(row.messageId)
    return text ? [{ ...row, consentVersion: text.consentVersion, ending: text.ending }] : []
  })
  await noteFailures(tx, failed)
  await journal.append(
    tx,
    failed.map(text => messageEntry('message.failed', text, text.atMs, { reason: text.ending }, actor)),
  )
  return failed.map(({ ending }) => ending)
}
