import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { advisorsThroughOthers, endHolds, insertHolds } from './queries.ts'

export interface HeldNumbers {
  readonly advisors: number
  readonly numbers: number
}

const batchAdvisors = 500

/** Also how these holds are found again. */
const reason = 'The database was restored: replies of the lost time, STOP among them, may be missing'

/** Holds the texts of every advisor with a number whose carrier could not say which replies arrived since. */
export async function holdDoubtfulNumbers(
  database: Database,
  askedCarriers: readonly string[],
  operator: string,
): Promise<HeldNumbers> {
  const doubtful = await advisorsThroughOthers(database, [askedCarriers])
  for (let from = 0; from < doubtful.length; from += batchAdvisors) {
    const advisorIds = doubtful.slice(from, from + batchAdvisors).map(({ advisorId }) => advisorId)
    await inTransaction(database, async tx => {
      const held = await insertHolds(tx, [advisorIds, reason, operator])
      await journal.append(
        tx,
        held.map(({ id, advisorId, name, now }) =>
          journal.entryBy({ advisorId, actor: { kind: 'operator', name: operator }, traceId: null }, now, {
            kind: 'sending.held',
            subject: { kind: 'advisor', id: advisorId },
            facts: { holdId: id, name, reason },
          }),
        ),
      )
    })
  }
  return { advisors: doubtful.length, numbers: doubtful.reduce((sum, { numbers }) => sum + numbers, 0) }
}

/** The operator has found out which replies arrived, and recorded them. Returns how many holds ended. */
export async function releaseDoubtfulNumbers(database: Database, operator: string): Promise<number> {
  let total = 0
  for (;;) {
    const ended = await inTransaction(database, async tx => {
      const rows = await endHolds(tx, [reason, operator, batchAdvisors])
      await journal.append(
        tx,
        rows.map(({ id, advisorId, name, now, ...hold }) =>
          journal.entryBy({ advisorId, actor: { kind: 'operator', name: operator }, traceId: null }, now, {
            kind: 'sending.released',
            subject: { kind: 'advisor', id: advisorId },
            facts: { holdId: id, name, reason: hold.reason },
          }),
        ),
      )
      return rows.length
    })
    total += ended
    if (ended < batchAdvisors) return total
  }
}
