import { limits } from '@parley/contract'
import type { Queryable } from '../../platform/db/pool.ts'
import { indexBefore, occurrenceAt } from '../schedules/recurrence.ts'
import { refusal } from '../sending/find-recipients.ts'
import { type DueScheduleRow, type FiredRow, firedBetween, schedulesDueBefore } from './calendar-queries.ts'

interface Span {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

type Kept = 'scheduleId' | 'memberId' | 'phone' | 'text' | 'frequency' | 'people'

type CalendarEntry = Pick<DueScheduleRow, Kept> & { readonly at: Date } & (
    | { readonly state: 'due' }
    | { readonly state: FiredRow['outcome']; readonly code: string | null; readonly messageId: number | null }
  )

interface Calendar {
  /** In chronological order. */
  readonly entries: readonly CalendarEntry[]
  /** True if there are more entries than can be shown. */
  readonly isCut: boolean
}

const dayMs = 86_400_000

/** Every occurrence of a scheduled text between two times, past ones with their outcome. */
export async function getCalendar(db: Queryable, advisorId: number, { from, to }: Span): Promise<Calendar> {
  const spanMs = to.getTime() - from.getTime()
  if (spanMs <= 0 || spanMs > limits.calendarDays * dayMs) {
    throw refusal('/to', `must be after from, by at most ${limits.calendarDays} days`)
  }
  const most = limits.calendarItems + 1
  const fired = await firedBetween(db, [advisorId, from, to, most])
  const due = await schedulesDueBefore(db, [advisorId, to, most])
  const entries = [
    ...fired.map((row): CalendarEntry => ({ ...row, state: row.outcome })),
    ...due.flatMap(row => comingIn(row, { from, to })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.scheduleId - other.scheduleId)
  return { entries: entries.slice(0, limits.calendarItems), isCut: entries.length > limits.calendarItems }
}

/**
 * Upcoming occurrences from the next one on; earlier ones have fired. Skips to the start of the span instead of
 * counting up to it.
 */
function comingIn(schedule: DueScheduleRow, { from, to }: Span): CalendarEntry[] {
  const { occurrence, firstOccurrence } = schedule
  const coming: CalendarEntry[] = []
  for (let index = Math.max(occurrence - firstOccurrence, indexBefore(schedule, from)); ; index += 1) {
    const at = occurrenceAt(schedule, index)
    if (!at || at >= to) return coming
    if (at >= from) coming.push({ ...schedule, at, state: 'due' })
  }
}
