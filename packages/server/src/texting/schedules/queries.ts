import type { Scheduler } from '../../journal/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Frequency } from './recurrence.ts'

export type ScheduleStatus = 'active' | 'held' | 'ended' | 'cancelled'
export type HoldReason = 'number_changed' | 'restored' | 'handed_over'
export type EndReason = 'fired' | 'opted_out'
export type FiringOutcome = 'accepted' | 'refused' | 'skipped'

/** The only clock that decides what is due or in the future: all processes share it. */
export const readClock = statement<{ readonly now: Date }>(
  'clock_of_schedules',
  'select clock_timestamp()::timestamptz(3) as now',
)

export const insertSchedules = statement<
  { readonly scheduleId: number; readonly memberId: number },
  [
    advisorId: number,
    memberIds: readonly number[],
    phones: readonly string[],
    times: readonly Date[],
    text: string,
    startsAt: Date,
    frequency: Frequency,
    timeZones: readonly string[],
    applicationId: number | null,
    scheduledBy: Scheduler | null,
  ]
>(
  'insert_schedules',
  `insert into schedule (
     advisor_id, member_id, phone, created_at, modified_at, text, starts_at, next_at, frequency, time_zone,
     application_id, scheduled_by
   )
   select $1, member_id, phone, at, at, $5, $6, $6, $7, time_zone, $9, $10::jsonb
   from unnest($2::bigint[], $3::text[], $4::timestamptz[], $8::text[]) with ordinality
     as given (member_id, phone, at, time_zone, position)
   order by position
   returning id as "scheduleId", member_id as "memberId"`,
)

interface ScheduleRow {
  readonly scheduleId: number
  readonly memberId: number
  readonly phone: string
  readonly text: string
  readonly startsAt: Date
  readonly firstOccurrence: number
  readonly frequency: Frequency
  readonly timeZone: string
  readonly occurrence: number
  readonly nextAt: Date | null
  readonly status: ScheduleStatus
  readonly endReason: EndReason | null
  readonly holdReason: HoldReason | null
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** A scheduled text as it is shown. */
export interface ShownSchedule extends ScheduleRow {
  readonly isOptedOut: boolean
}

const columns = `schedule.id as "scheduleId", schedule.member_id as "memberId", schedule.phone, schedule.text,
  schedule.starts_at as "startsAt", schedule.first_occurrence as "firstOccurrence", schedule.frequency,
  schedule.time_zone as "timeZone", schedule.occurrence, schedule.next_at as "nextAt", schedule.status,
  schedule.end_reason as "endReason", schedule.hold_reason as "holdReason", schedule.created_at as "createdAt", schedule.modified_at as "modifiedAt"`

const shownColumns = `${columns}, (
    select member.consent = 'opted_out' from member
    where member.advisor_id = schedule.advisor_id and member.id = schedule.member_id
  ) as "isOptedOut"`

export interface DueRow extends ScheduleRow {
  readonly advisorId: number
  readonly applicationId: number | null
  /** Null if it was scheduled before this was kept. */
  readonly scheduledBy: Scheduler | null
  readonly nextAt: Date
  readonly isLate: boolean
  /** True if the application is disabled or no longer authorized to text for the advisor. */
  readonly isWithdrawn: boolean
  readonly now: Date
}

/**
 * Claims due schedules, longest overdue first, and skips those locked by another worker, an edit or a cancellation; the
 * second one sees the first one's changes. An application that never had an authorization here came through an external
 * issuer, so there is none to withdraw.
 */
export const claimDue = statement<DueRow, [lateHours: number, except: readonly number[], limit: number]>(
  'claim_due_schedules',
  `select schedule.advisor_id as "advisorId", schedule.application_id as "applicationId",
     schedule.scheduled_by as "scheduledBy", ${columns},
     clock_timestamp()::timestamptz(3) as now,
     schedule.next_at < statement_timestamp() - make_interval(hours => $1) as "isLate",
     application.id is not null and (
       not application.active or (
         (exists (
           select from authorization_grant as known where known.advisor_id = schedule.advisor_id
             and known.application_id = application.id
         ) or exists (
           select from firm_authorization as known where known.firm_id = advisor.firm_id
             and known.application_id = application.id
         )) and not exists (
           select from living_authorization as living where living.advisor_id = schedule.advisor_id
             and living.application_id = application.id and 'text.messaging.write' = any (living.scopes)
         )
       )
     ) as "isWithdrawn"
   from claim_due_schedules($2, $3) as schedule
   join advisor on advisor.id = schedule.advisor_id
   left join application on application.id = schedule.application_id
   order by schedule.next_at, schedule.advisor_id, schedule.id`,
)

/**
 * Records each outcome and the next due time; returns a row for each. There is no condition on active schedules: the
 * rows are locked, and the condition would make the planner use the index on due times instead of the key.
 */
export const recordFirings = statement<
  object,
  [
    advisorIds: readonly number[],
    scheduleIds: readonly number[],
    occurrences: readonly number[],
    dueAt: readonly Date[],
    firedAt: readonly Date[],
    outcomes: readonly FiringOutcome[],
    codes: readonly (string | null)[],
    messageIds: readonly (number | null)[],
    nextAt: readonly (Date | null)[],
    endReasons: readonly (EndReason | null)[],
  ]
>(
  'record_schedule_firings',
  `with fired as (
     select * from unnest(
       $1::bigint[], $2::bigint[], $3::integer[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[],
       $8::bigint[], $9::timestamptz[], $10::text[]
     ) as fired (
       advisor_id, schedule_id, occurrence, due_at, fired_at, outcome, code, message_id, next_at, end_reason
     )
   ), recorded as (
     insert into schedule_firing (advisor_id, schedule_id, occurrence, due_at, fired_at, outcome, code, message_id)
     select advisor_id, schedule_id, occurrence, due_at, fired_at, outcome, code, message_id from fired
   )
   update schedule set
     occurrence = schedule.occurrence + 1,
     next_at = fired.next_at,
     status = case when fired.next_at is null then 'ended' else 'active' end,
     end_reason = fired.end_reason,
     modified_at = fired.fired_at
   from fired
   where schedule.advisor_id = fired.advisor_id and schedule.id = fired.schedule_id
     and schedule.occurrence = fired.occurrence
   returning schedule.id`,
)

export interface LockedSchedule extends ScheduleRow {
  readonly advisorTimeZone: string
  /** Read under the lock. */
  readonly now: Date
}

/** Waits for a firing in progress. */
export const lockSchedule = statement<LockedSchedule, [advisorId: number, scheduleId: number]>(
  'lock_schedule',
  `select ${columns}, advisor.time_zone as "advisorTimeZone", clock_timestamp()::timestamptz(3) as now
   from (select * from schedule where advisor_id = $1 and id = $2 for no key update) as schedule
   join advisor on advisor.id = schedule.advisor_id`,
)

export const updateSchedule = statement<
  object,
  [
    advisorId: number,
    scheduleId: number,
    text: string,
    startsAt: Date,
    firstOccurrence: number,
    frequency: Frequency,
    timeZone: string,
    nextAt: Date | null,
    applicationId: number | null,
    modifiedAt: Date,
    occurrence: number,
    status: ScheduleStatus,
    holdReason: HoldReason | null,
    scheduledBy: Scheduler | null,
  ]
>(
  'update_schedule',
  `update schedule set text = $3, starts_at = $4, first_occurrence = $5, frequency = $6, time_zone = $7, next_at = $8,
     application_id = $9, modified_at = $10, occurrence = $11, status = $12, hold_reason = $13,
     scheduled_by = $14::jsonb
   where advisor_id = $1 and id = $2`,
)

export const setCancelled = statement<object, [advisorId: number, scheduleId: number, modifiedAt: Date]>(
  'cancel_schedule',
  `update schedule set status = 'cancelled', next_at = null, hold_reason = null, modified_at = $3
   where advisor_id = $1 and id = $2`,
)

export interface FiringRow {
  readonly dueAt: string
  readonly firedAt: string
  readonly outcome: FiringOutcome
  readonly code: string | null
  readonly messageId: number | null
}

/** With its latest firings, from one snapshot. */
export const scheduleById = statement<
  ShownSchedule & { readonly firings: readonly FiringRow[] },
  [advisorId: number, scheduleId: number, firings: number]
>(
  'schedule_by_id',
  `select ${shownColumns}, (
     select coalesce(json_agg(json_build_object(
       'dueAt', due_at, 'firedAt', fired_at, 'outcome', outcome, 'code', code, 'messageId', message_id
     ) order by occurrence desc), '[]')
     from (
       select * from schedule_firing where advisor_id = $1 and schedule_id = $2 order by occurrence desc limit $3
     ) as firing
   ) as firings
   from schedule where advisor_id = $1 and id = $2`,
)

type Filter = [advisorId: number, status: ScheduleStatus | null]
const ofAdvisor = 'from schedule where advisor_id = $1 and ($2::text is null or status = $2)'
const toPhone = 'and phone = $3'
const inOrder = 'order by status, next_at, id desc'

export const schedulePage = statement<ShownSchedule, [...Filter, limit: number, offset: number]>(
  'schedule_page',
  `select ${shownColumns} ${ofAdvisor} ${inOrder} limit $3 offset $4`,
)

export const countSchedules = statement<{ readonly total: number }, Filter>(
  'count_schedules',
  `select count(*) as total ${ofAdvisor}`,
)

export const schedulePageOfPhone = statement<
  ShownSchedule,
  [...Filter, phone: string, limit: number, offset: number]
>('schedule_page_of_phone', `select ${shownColumns} ${ofAdvisor} ${toPhone} ${inOrder} limit $4 offset $5`)

export const countSchedulesOfPhone = statement<{ readonly total: number }, [...Filter, phone: string]>(
  'count_schedules_of_phone',
  `select count(*) as total ${ofAdvisor} ${toPhone}`,
)
