import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import type { JsonObject } from '../../jobs/job.ts'
import * as journal from '../../journal/index.ts'
import { applicationOf } from './application-of.ts'
import { isOver, noSchedule } from './errors.ts'
import { type LockedSchedule, lockSchedule, updateSchedule } from './queries.ts'
import type { Frequency } from './recurrence.ts'
import { refuseOutOfReach } from './requested-schedule.ts'

interface ScheduleEdit {
  readonly text?: string | undefined
  readonly startsAt?: Date | undefined
  readonly frequency?: Frequency | undefined
}

/** Replaces what is given, from now on. An edit that changes nothing leaves no trace. */
export async function editSchedule(
  database: Database,
  author: journal.Author,
  scheduleId: number,
  edit: ScheduleEdit,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    const [before] = await lockSchedule(tx, [advisorId, scheduleId])
    if (!before) throw noSchedule()
    if (before.status !== 'active') throw isOver(before.status)
    const after = editedOf(before, edit)
    if (JSON.stringify(factsOf(before)) === JSON.stringify(factsOf(after))) return
    const { text, startsAt, firstOccurrence, frequency, timeZone, nextAt, now } = after
    await updateSchedule(tx, [
      advisorId,
      scheduleId,
      text,
      startsAt,
      firstOccurrence,
      frequency,
      timeZone,
      nextAt,
      applicationOf(author),
      now,
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
 * A new date or frequency begins the recurrence anew, at the next time that it is due and in the advisor's time zone of
 * now. The date it has already is no new date: whoever sends back what was read changes nothing.
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

const factsOf = ({ text, startsAt, nextAt, frequency, timeZone }: LockedSchedule): JsonObject => ({
  text,
  startsAt: startsAt.toISOString(),
  nextAt: nextAt?.toISOString() ?? null,
  frequency,
  timeZone,
})
