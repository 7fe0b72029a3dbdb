import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import * as journal from '../../journal/index.ts'
import { isOver, noSchedule } from './errors.ts'
import { lockSchedule, setCancelled } from './queries.ts'

/** It fires no more. One that was cancelled already stays so; of one that has ended, the caller learns that it was too late. */
export async function cancelSchedule(
  database: Database,
  author: journal.Author,
  scheduleId: number,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
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
