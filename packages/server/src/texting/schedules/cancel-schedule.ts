import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { requireHolder } from '../sending/require-holder.ts'
import { isOver, noSchedule } from './errors.ts'
import { lockSchedule, setCancelled } from './queries.ts'

/** Cancels a schedule. Cancelling twice is a no-op; if it has already ended, the caller gets a problem. */
export async function cancelSchedule(
  database: Database,
  author: journal.Author,
  scheduleId: number,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    await requireHolder(tx, author)
    const [schedule] = await lockSchedule(tx, [advisorId, scheduleId])
    if (!schedule) throw noSchedule()
    const { status, memberId, phone, text, nextAt, frequency, timeZone, now } = schedule
    if (status === 'cancelled') return
    if (status === 'ended') throw isOver(status)
    await setCancelled(tx, [advisorId, scheduleId, now])
    await journal.append(tx, [
      journal.entryBy(author, now, {
        kind: 'schedule.cancelled',
        subject: { kind: 'schedule', id: scheduleId },
        facts: { memberId, to: phone, text, nextAt: nextAt?.toISOString() ?? null, frequency, timeZone },
      }),
    ])
  })
}
