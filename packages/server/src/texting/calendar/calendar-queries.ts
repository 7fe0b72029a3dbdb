import { statement } from '../../platform/db/statement.ts'
import { type Person, peopleWith } from '../people.ts'
import type { FiringOutcome } from '../schedules/queries.ts'
import type { Frequency } from '../schedules/recurrence.ts'

interface CalendarRow {
  readonly scheduleId: number
  readonly memberId: number
  readonly phone: string
  readonly text: string
  readonly frequency: Frequency
  readonly people: readonly Person[]
}

const columns = `schedule.id as "scheduleId", schedule.member_id as "memberId", schedule.phone, schedule.text,
  schedule.frequency, ${peopleWith('schedule.phone')} as people`

export interface FiredRow extends CalendarRow {
  readonly at: Date
  readonly outcome: FiringOutcome
  readonly code: string | null
  readonly messageId: number | null
}

export const firedBetween = statement<FiredRow, [advisorId: number, from: Date, to: Date, limit: number]>(
  'schedules_fired_between',
  `select ${columns}, firing.due_at as at, firing.outcome, firing.code, firing.message_id as "messageId"
   from (
     select * from schedule_firing where advisor_id = $1 and due_at >= $2 and due_at < $3 order by due_at limit $4
   ) as firing
   join schedule on schedule.advisor_id = $1 and schedule.id = firing.schedule_id
   order by firing.due_at, schedule.id`,
)

export interface DueScheduleRow extends CalendarRow {
  readonly startsAt: Date
  readonly timeZone: string
  readonly occurrence: number
  readonly firstOccurrence: number
}

export const schedulesDueBefore = statement<DueScheduleRow, [advisorId: number, to: Date, limit: number]>(
  'schedules_due_before',
  `select ${columns}, schedule.starts_at as "startsAt", schedule.time_zone as "timeZone", schedule.occurrence,
     schedule.first_occurrence as "firstOccurrence"
   from schedule where advisor_id = $1 and status = 'active' and next_at < $2 order by next_at, id limit $3`,
)
