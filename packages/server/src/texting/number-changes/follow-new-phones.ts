import type { FollowedSchedule, PhoneChange } from '../../addressbook/index.ts'
import * as journal from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import {
  lockWaitingSchedules,
  phonesOfContacts,
  settleWaitingSchedules,
  type WaitingSchedule,
} from './orphan-queries.ts'

const kinds = { hold: 'schedule.held', cancel: 'schedule.cancelled', move: 'schedule.moved' } as const

/**
 * Decides what happens to scheduled texts for numbers that contacts have just lost, in the transaction that changes the
 * contacts. They are held unless the caller chose otherwise. If another contact still has the number and the caller
 * chose nothing, they stay: a household shares the number and the advisor still texts it.
 */
export async function followNewPhones(
  tx: Tx,
  author: journal.Author,
  changes: readonly PhoneChange[],
): Promise<FollowedSchedule[]> {
  const { advisorId } = author
  const phones = changes.map(({ before }) => before)
  const waiting = await lockWaitingSchedules(tx, [advisorId, phones])
  if (waiting.length === 0) return []
  const kept = new Set((await phonesOfContacts(tx, [advisorId, phones])).map(({ phone }) => phone))
  const changeOf = new Map(changes.map(change => [change.before, change]))
  const followed = waiting.flatMap(schedule => {
    const change = changeOf.get(schedule.phone)
    if (!change || (change.scheduledMessages === undefined && kept.has(schedule.phone))) return []
    return [{ schedule, change, action: change.scheduledMessages ?? ('hold' as const) }]
  })
  await settleWaitingSchedules(tx, [
    advisorId,
    followed.map(({ schedule }) => schedule.scheduleId),
    followed.map(({ action }) => action),
    followed.map(({ change }) => change.memberId),
    followed.map(({ change }) => change.after),
    followed.map(({ schedule }) => schedule.now),
  ])
  await journal.append(
    tx,
    followed.map(({ schedule, change, action }) =>
      journal.entryBy(author, schedule.now, {
        kind: kinds[action],
        subject: { kind: 'schedule', id: schedule.scheduleId },
        facts: { ...factsOf(schedule), contactId: change.contactId, newPhone: change.after },
      }),
    ),
  )
  return followed.map(({ schedule, action }) => ({ scheduleId: schedule.scheduleId, action }))
}

const factsOf = ({ memberId, phone, text, nextAt, frequency, timeZone }: WaitingSchedule) => ({
  reason: 'number_changed',
  memberId,
  to: phone,
  text,
  nextAt: nextAt.toISOString(),
  frequency,
  timeZone,
})
