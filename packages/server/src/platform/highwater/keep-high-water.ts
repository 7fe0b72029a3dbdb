import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import { firstRow } from '../db/rows.ts'
import { runPeriodically } from '../jobs/run-periodically.ts'
import type { Fence } from './fence.ts'
import { writeMarkFile } from './mark-file.ts'
import { confirmed, raise, readMark } from './queries.ts'

interface Keeping {
  readonly database: Database
  readonly fence: Fence
  /** A worker raises the counter; every other process only remembers it. */
  readonly raises: boolean
  /** Where a worker keeps the mark outside of the database. */
  readonly file?: string | undefined
  readonly warn: (error: unknown, message: string) => void
  readonly everyMs?: number
}

const defaultEveryMs = 1_000

/** Raises the counter, and keeps in memory and in the file what was confirmed as durable. */
export function keepHighWater(keeping: Keeping): { stop(): Promise<void> } {
  const { database, fence, raises, file, warn, everyMs = defaultEveryMs } = keeping
  let isFailing = false
  let own = 0

  async function round(): Promise<void> {
    if (raises) {
      const [raised] = await inTransaction(database, tx => raise(tx, [own]))
      if (raised) own = raised.counter
      fence.note(own)
    }
    const known = firstRow(await confirmed(database, []), 'the high-water mark').confirmed
    fence.note(known)
    if (raises && file !== undefined) await keepInFile(Math.max(own, known), file)
    isFailing = false
  }

  /** The counter in it must be a confirmed one. Everything else may be newer. */
  async function keepInFile(counter: number, path: string): Promise<void> {
    const { mark } = firstRow(await readMark(database, []), 'the high-water mark')
    const { place, at, sequences, recoveries, logSize, checkpoint } = mark
    await writeMarkFile(path, { counter, place, at, sequences, recoveries, logSize, checkpoint })
  }

  return runPeriodically({
    everyMs,
    work: round,
    onFailure: error => {
      if (!isFailing) warn(error, 'could not keep the high-water mark')
      isFailing = true
    },
  })
}
