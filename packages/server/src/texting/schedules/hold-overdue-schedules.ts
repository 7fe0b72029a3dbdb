import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { holdOverdue } from './restore-queries.ts'

const batchSchedules = 500

/**
 * Holds every schedule that is due: it may have fired after the moment to which the database was restored. Its advisor decides.
 * Returns how many.
 */
export async function holdOverdueSchedules(database: Database, actor: journal.Actor): Promise<number> {
  let total = 0
  for (;;) {
    const held = await inTransaction(database, async tx => {
      const rows = await holdOverdue(tx, [batchSchedules])
      await journal.append(
        tx,
        rows.map(({ advisorId, scheduleId, memberId, phone, text, nextAt, frequency, timeZone, now }) =>
          journal.entryBy({ advisorId, actor, traceId: null }, now, {
            kind: 'schedule.held',
            subject: { kind: 'schedule', id: scheduleId },
            facts: {
              reason: 'restored',
              memberId,
              to: phone,
              text,
              nextAt: nextAt.toISOString(),
              frequency,
              timeZone,
            },
          }),
        ),
      )
      return rows.length
    })
    total += held
    if (held < batchSchedules) return total
  }
}
