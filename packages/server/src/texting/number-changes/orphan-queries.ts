import { hasContact } from '../../consent/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Frequency } from '../schedules/recurrence.ts'

export interface WaitingSchedule {
  readonly scheduleId: number
  readonly memberId: number
  readonly phone: string
  readonly text: string
  readonly nextAt: Date
  readonly frequency: Frequency
  readonly timeZone: string
  readonly now: Date
}

/** Locks active scheduled texts to these numbers, waiting for any that is firing now. */
export const lockWaitingSchedules = statement<
  WaitingSchedule,
  [advisorId: number, phones: readonly string[]]
>(
  'lock_waiting_schedules',
  `select id as "scheduleId", member_id as "memberId", phone, text, next_at as "nextAt", frequency,
     time_zone as "timeZone", clock_timestamp()::timestamptz(3) as now
   from (
     select * from schedule
     where advisor_id = $1 and phone = any ($2::text[]) and status = 'active'
     order by id for no key update
   ) as locked`,
)

/**
 * Which of these numbers still belong to a contact. A separate statement after the locks: if two contacts drop a number
 * concurrently, the second must see the first one's change.
 */
export const phonesOfContacts = statement<
  { readonly phone: string },
  [advisorId: number, phones: readonly string[]]
>(
  'phones_of_contacts',
  `select phone from unnest($2::text[]) as wanted (phone)
   where ${hasContact('$1', 'wanted.phone')}`,
)

/** Holds, cancels or redirects each schedule. */
export const settleWaitingSchedules = statement<
  object,
  [
    advisorId: number,
    scheduleIds: readonly number[],
    actions: readonly ('hold' | 'cancel' | 'move')[],
    memberIds: readonly (number | null)[],
    phones: readonly (string | null)[],
    at: readonly Date[],
  ]
>(
  'settle_waiting_schedules',
  `update schedule set
     status = case action when 'hold' then 'held' when 'cancel' then 'cancelled' else 'active' end,
     hold_reason = case action when 'hold' then 'number_changed' end,
     next_at = case when action <> 'cancel' then schedule.next_at end,
     member_id = case when action = 'move' then settled.member_id else schedule.member_id end,
     phone = case when action = 'move' then settled.phone else schedule.phone end,
     modified_at = settled.at
   from unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::timestamptz[])
     as settled (id, action, member_id, phone, at)
   where schedule.advisor_id = $1 and schedule.id = settled.id`,
)

/** What depends on a number, shown before it is removed from a contact. */
export const useOfPhone = statement<
  { readonly scheduled: number; readonly nextAt: Date | null; readonly texts: number },
  [advisorId: number, phone: string, textsMost: number]
>(
  'use_of_phone',
  `select (select count(*) from schedule where advisor_id = $1 and phone = $2 and status = 'active') as scheduled,
     (select min(next_at) from schedule where advisor_id = $1 and phone = $2 and status = 'active') as "nextAt",
     (select count(*) from (
       select from message join member on member.advisor_id = $1 and member.phone = $2
       where message.advisor_id = $1 and message.member_id = member.id limit $3
     ) as text) as texts`,
)
