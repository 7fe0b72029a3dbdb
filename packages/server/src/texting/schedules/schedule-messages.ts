import type { MessageResult } from '@parley/contract'
import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import type { Idempotency } from '../../platform/idempotency/idempotency.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { type Decided, decideRecipient, policyOf } from '../sending/decide-send.ts'
import { recordRefusals } from '../sending/record-refusals.ts'
import { failuresOf, refusalOf } from '../sending/refusal.ts'
import { requireHolder } from '../sending/require-holder.ts'
import { lookUpRecipients, resolveRecipients } from '../sending/resolve-recipients.ts'
import type { Send } from '../sending/send.ts'
import { insertSchedules, readClock } from './queries.ts'
import { type RequestedSchedule, refuseOutOfReach } from './requested-schedule.ts'
import { schedulerOf } from './scheduler-of.ts'

/**
 * Schedules a text for each recipient who can receive it now; the check runs again each time it is due. The others are
 * refused as in a send.
 */
export async function scheduleMessages(
  database: Database,
  send: Omit<Send, 'schedule'>,
  schedule: RequestedSchedule,
  idempotency: Idempotency,
): Promise<MessageResult> {
  return inTransaction(database, tx => runOnce(tx, idempotency, () => accept(tx, send, schedule)))
}

async function accept(
  tx: Tx,
  asked: Send,
  { startsAt, frequency }: RequestedSchedule,
): Promise<MessageResult> {
  await requireHolder(tx, asked.author)
  const clock = firstRow(await readClock(tx, []), 'the time of the database')
  refuseOutOfReach(startsAt, clock.now)
  const schedule = { startsAt: startsAt.toISOString(), frequency }
  const sends = [{ ...asked, schedule }]
  const recipients = await resolveRecipients(tx, sends, await lookUpRecipients(tx, sends))
  const decided = recipients.map(decideRecipient)
  await recordRefusals(tx, decided)
  const accepted = decided.filter(({ decision }) => decision.verdict === 'send')
  const { author, text } = asked
  const { applicationId, scheduledBy } = schedulerOf(author)
  const rows = await insertSchedules(tx, [
    author.advisorId,
    accepted.map(({ member }) => member.memberId),
    accepted.map(({ member }) => member.phone),
    accepted.map(({ member }) => member.at),
    text,
    startsAt,
    frequency,
    accepted.map(({ account }) => account.timeZone),
    applicationId,
    scheduledBy,
  ])
  const idOf = new Map(rows.map(({ scheduleId, memberId }) => [memberId, scheduleId]))
  const created = accepted.map(each => ({
    ...each,
    scheduleId: idOf.get(each.member.memberId) as number,
  }))
  await journal.append(tx, created.map(createdEntry))
  return {
    successes: created.map(({ member, scheduleId }) => ({
      messageId: null,
      memberId: member.memberId,
      phone: member.phone,
      scheduleId,
    })),
    ...failuresOf(
      decided.flatMap(({ member, decision }) =>
        decision.verdict === 'refuse'
          ? [refusalOf(member.phone, member.memberId, decision.code, decision.rule)]
          : [],
      ),
    ),
  }
}

const createdEntry = (created: Decided & { readonly scheduleId: number }): journal.Entry => {
  const { send, account, member, scheduleId } = created
  return journal.entryBy(send.author, member.at, {
    kind: 'schedule.created',
    subject: { kind: 'schedule', id: scheduleId },
    facts: {
      ...send.schedule,
      timeZone: account.timeZone,
      memberId: member.memberId,
      to: member.phone,
      text: send.text,
      consentVersion: member.consentVersion,
      policy: policyOf(created),
    },
  })
}
