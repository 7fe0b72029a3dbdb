import type { MessageResult } from '@parley/contract'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import type { Once } from '../../http/once/once.ts'
import { runOnce } from '../../http/once/run-once.ts'
import * as journal from '../../journal/index.ts'
import { type Decided, decideRecipients, policyOf } from '../sending/decide-recipients.ts'
import { failuresOf, refusalOf } from '../sending/refusal.ts'
import type { Send } from '../sending/send.ts'
import { applicationOf } from './application-of.ts'
import { insertSchedules, readClock } from './queries.ts'
import { type RequestedSchedule, refuseOutOfReach } from './requested-schedule.ts'

/**
 * Schedules a text for each recipient who may have it now; whether they may is asked again each time it is due. The
 * others are refused as they would be in a send.
 */
export async function scheduleMessages(
  database: Database,
  send: Omit<Send, 'schedule'>,
  schedule: RequestedSchedule,
  once: Once,
): Promise<MessageResult> {
  return inTransaction(database, tx => runOnce(tx, once, () => accept(tx, send, schedule)))
}

async function accept(
  tx: Tx,
  asked: Send,
  { startsAt, frequency }: RequestedSchedule,
): Promise<MessageResult> {
  const [clock] = await readClock(tx, [])
  if (!clock) throw new Error('the database has no clock')
  refuseOutOfReach(startsAt, clock.now)
  const schedule = { startsAt: startsAt.toISOString(), frequency }
  const decided = await decideRecipients(tx, [{ ...asked, schedule }])
  const accepted = decided.filter(({ decision }) => decision.verdict === 'send')
  const { author, text } = asked
  const rows = await insertSchedules(tx, [
    author.advisorId,
    accepted.map(({ member }) => member.memberId),
    accepted.map(({ member }) => member.phone),
    accepted.map(({ member }) => member.at),
    text,
    startsAt,
    frequency,
    accepted.map(({ account }) => account.timeZone),
    applicationOf(author),
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
      scheduleId,
    })),
    ...failuresOf(
      decided.flatMap(({ member, decision }) =>
        decision.verdict === 'refuse' ? [refusalOf(member.phone, member.memberId, decision.code)] : [],
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
