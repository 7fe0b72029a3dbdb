import { type ChangedHolder, changeHolder, holdTexts, waitingReasons } from '../../identity/index.ts'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { type HandoverRow, holdSchedules, insertHandover } from './queries.ts'
import { requireNotice } from './render-notice.ts'
import { tellClients } from './tell-clients.ts'

export interface HandoverChoice {
  readonly advisorId: number
  readonly personId: number
  /**
   * hold: what the former advisor wrote and has not left waits, queued texts until an operator or an administrator of the firm releases them and scheduled ones until
   * the new advisor does. keep: it leaves as if nothing had happened.
   */
  readonly texts: 'hold' | 'keep'
  /** Template of a text to every client of the book. Undefined: none is sent. */
  readonly notice?: string | undefined
}

interface HandedOverBy {
  readonly actor: journal.Actor
  readonly traceId?: string | null
}

export interface HandedOver {
  readonly handover: HandoverRow
  readonly grantsEnded: number
  readonly schedulesHeld: number
  /** Queued texts are on hold. */
  readonly isHeld: boolean
}

/**
 * Hands an advisor's book over to another advisor of the firm: numbers, contacts, conversations, consents and their evidence. One
 * transaction, in the journal of the firm and of the account.
 */
export function handOverBook(
  database: Database,
  { advisorId, personId, texts, notice }: HandoverChoice,
  { actor, traceId = null }: HandedOverBy,
): Promise<HandedOver> {
  return inTransaction(database, async tx => {
    const holdsTexts = texts === 'hold'
    const changed = await changeHolder(tx, { advisorId, personId, actor, traceId })
    const { account, successor } = changed
    const names = { former: account.holderName, advisor: successor.name, firm: account.firmName }
    const text = notice === undefined ? null : requireNotice(notice, names)
    const schedulesHeld = holdsTexts ? await holdScheduled(tx, { advisorId, actor, traceId }) : 0
    // After the schedules, which waits for those that are firing, so that their texts are seen. Without the hold, texts of an account
    // that was closed would leave because it is open again.
    const reason = holdsTexts ? waitingReasons.handedOver : waitingReasons.disabled
    const isHeld =
      (holdsTexts || !account.isActive) &&
      (await holdTexts(
        tx,
        { id: advisorId, firmId: account.firmId, name: successor.name },
        { actor, traceId, reason },
      ))
    const handover = firstRow(
      await insertHandover(tx, [
        advisorId,
        account.holderId,
        account.holderName,
        successor.id,
        successor.name,
        text,
      ]),
      'the handover',
    )
    if (text !== null) await enqueue(tx, tellClients, { advisorId, handoverId: handover.handoverId })
    const subject = { kind: 'advisor', id: advisorId }
    const facts = factsOf(changed, { handover, texts, schedulesHeld, isHeld })
    const act = { actor, traceId, subject, facts }
    await journal.recordAct(tx, {
      ...act,
      owner: { firmId: account.firmId },
      kind: 'firm.book_handed_over',
    })
    await journal.recordAct(tx, { ...act, owner: { advisorId }, kind: 'advisor.handed_over' })
    return { handover, schedulesHeld, grantsEnded: changed.grants, isHeld }
  })
}

interface Recorded {
  readonly handover: HandoverRow
  readonly texts: HandoverChoice['texts']
  readonly schedulesHeld: number
  readonly isHeld: boolean
}

const factsOf = (
  { account, successor, grants }: ChangedHolder,
  { handover, texts, schedulesHeld, isHeld }: Recorded,
): JsonObject => ({
  handoverId: handover.handoverId,
  identifier: account.identifier,
  before: { personId: account.holderId, name: account.holderName },
  after: { personId: successor.id, name: successor.name },
  texts,
  isHeld,
  schedulesHeld,
  grantsEnded: grants,
  notice: handover.notice,
})

/** The new advisor decides about each. Occurrences that pass meanwhile are skipped. */
async function holdScheduled(tx: Tx, author: journal.Author): Promise<number> {
  const held = await holdSchedules(tx, [author.advisorId])
  await journal.append(
    tx,
    held.map(({ scheduleId, memberId, phone, text, nextAt, frequency, timeZone, now }) =>
      journal.entryBy(author, now, {
        kind: 'schedule.held',
        subject: { kind: 'schedule', id: scheduleId },
        facts: {
          reason: 'handed_over',
          memberId,
          to: phone,
          text,
          nextAt: nextAt.toISOString(),
          frequency,
          timeZone,
        },
      }),
    ),
  )
  return held.length
}
