import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { JsonObject } from '../../platform/db/json.ts'
import type { Database } from '../../platform/db/pool.ts'
import { requireHolder } from '../sending/require-holder.ts'
import { datePassed, isOver, noSchedule } from './errors.ts'
import { type LockedSchedule, lockSchedule, updateSchedule } from './queries.ts'
import { type Frequency, indexBefore, occurrenceAt } from './recurrence.ts'
import { refuseOutOfReach } from './requested-schedule.ts'
import { schedulerOf } from './scheduler-of.ts'

interface ScheduleEdit {
  readonly text?: string | undefined
  readonly startsAt?: Date | undefined
  readonly frequency?: Frequency | undefined
  /** Releases a held schedule. */
  readonly isReleased?: boolean | undefined
}

/** Replaces the given fields for future occurrences. An edit that changes nothing is not recorded. */
export async function editSchedule(
  database: Database,
  author: journal.Author,
  scheduleId: number,
  edit: ScheduleEdit,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    await requireHolder(tx, author)
    const [before] = await lockSchedule(tx, [advisorId, scheduleId])
    if (!before) throw noSchedule()
    if (before.status === 'ended' || before.status === 'cancelled') throw isOver(before.status)
    const edited = editedOf(before, edit)
    const after = edit.isReleased ? releasedOf(edited) : edited
    if (JSON.stringify(factsOf(before)) === JSON.stringify(factsOf(after))) return
    const { text, startsAt, firstOccurrence, frequency, timeZone, nextAt, now, occurrence, status } = after
    const { applicationId, scheduledBy } = schedulerOf(author)
    await updateSchedule(tx, [
      advisorId,
      scheduleId,
      text,
      startsAt,
      firstOccurrence,
      frequency,
      timeZone,
      nextAt,
      applicationId,
      now,
      occurrence,
      status,
      after.holdReason,
      scheduledBy,
    ])
    await journal.append(tx, [
      journal.entryBy(author, now, {
        kind: 'schedule.changed',
        subject: { kind: 'schedule', id: scheduleId },
        facts: {
          memberId: before.memberId,
          to: before.phone,
          before: factsOf(before),
          after: factsOf(after),
        },
      }),
    ])
  })
}

/**
 * A new date or frequency restarts the recurrence at its next due time, in the advisor's current time zone. An
 * unchanged date does not count as new, so sending back what was read changes nothing.
 */
function editedOf(before: LockedSchedule, edit: ScheduleEdit): LockedSchedule {
  const { text = before.text, frequency = before.frequency } = edit
  const isNewDate = edit.startsAt !== undefined && edit.startsAt.getTime() !== before.startsAt.getTime()
  if (!isNewDate && frequency === before.frequency) return { ...before, text }
  if (isNewDate) refuseOutOfReach(edit.startsAt, before.now)
  const startsAt = isNewDate ? edit.startsAt : (before.nextAt ?? before.startsAt)
  return {
    ...before,
    text,
    frequency,
    startsAt,
    nextAt: startsAt,
    firstOccurrence: before.occurrence,
    timeZone: before.advisorTimeZone,
  }
}

/** Occurrences missed while held are skipped: no one expects them any more. */
function releasedOf(held: LockedSchedule): LockedSchedule {
  if (held.status !== 'held') return held
  const released = { ...held, status: 'active', holdReason: null } as const
  const { occurrence, firstOccurrence, nextAt, now } = held
  if (nextAt !== null && nextAt > now) return released
  for (let index = Math.max(occurrence - firstOccurrence, indexBefore(held, now)); ; index += 1) {
    const next = occurrenceAt(held, index)
    if (!next) throw datePassed()
    if (next > now) return { ...released, occurrence: firstOccurrence + index, nextAt: next }
  }
}

const factsOf = ({ text, startsAt, nextAt, frequency, timeZone, status }: LockedSchedule): JsonObject => ({
  status,
  text,
  startsAt: startsAt.toISOString(),
  nextAt: nextAt?.toISOString() ?? null,
  frequency,
  timeZone,
})
