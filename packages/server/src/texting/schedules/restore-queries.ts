import { statement } from '../../platform/db/statement.ts'
import type { Frequency } from './recurrence.ts'

interface HeldRow {
  readonly advisorId: number
  readonly scheduleId: number
  readonly memberId: number
  readonly phone: string
  readonly text: string
  readonly nextAt: Date
  readonly frequency: Frequency
  readonly timeZone: string
  readonly now: Date
}

export const holdOverdue = statement<HeldRow, [limit: number]>(
  'hold_overdue_schedules',
  `update schedule set status = 'held', hold_reason = 'restored', modified_at = now()
   from (
     select advisor_id, id from schedule where status = 'active' and next_at <= now()
     order by next_at, advisor_id, id limit $1 for no key update
   ) as overdue
   where schedule.advisor_id = overdue.advisor_id and schedule.id = overdue.id
   returning schedule.advisor_id as "advisorId", schedule.id as "scheduleId", member_id as "memberId", phone, text,
     next_at as "nextAt", frequency, time_zone as "timeZone", clock_timestamp()::timestamptz(3) as now`,
)
