import { classifyDatabaseError } from '../../db/errors.ts'
import type { Database } from '../../db/pool.ts'
import { runPeriodically } from '../../jobs/run-periodically.ts'
import { type FiringFailedError, fireSchedules } from './fire-schedules.ts'

/** How late a text may be on an idle service. */
const everyMs = 250
/** More at once makes ordinary sends wait longer behind its commit. */
const setSize = 100
/** One that cannot be fired is tried again after this; the others do not wait for it. */
const asideMs = 60_000

interface Scheduler {
  /** Resolves when the set under way has finished. */
  stop(): Promise<void>
}

/**
 * Fires what is due, until it is stopped. As many of these may run as there are workers. The database alone says what is
 * due; the clock of this process only paces how often it is asked.
 */
export function startScheduler(
  database: Database,
  onFailure: (error: unknown, scheduleIds: readonly number[]) => void,
): Scheduler {
  const stopping = new AbortController()
  /** How many sets to take one by one, to find the schedule that fails the others. */
  let singles = 0
  const aside = new Map<number, number>()

  const takeSet = async (): Promise<'more' | 'drained'> => {
    for (const [id, since] of aside) if (performance.now() - since > asideMs) aside.delete(id)
    const limit = singles > 0 ? 1 : setSize
    singles = Math.max(0, singles - 1)
    try {
      const fired = await fireSchedules(database, { limit, except: [...aside.keys()] })
      return fired < limit ? 'drained' : 'more'
    } catch (error) {
      const { cause, scheduleIds } = error as FiringFailedError
      onFailure(cause, scheduleIds)
      const failure = classifyDatabaseError(cause)
      if (failure === 'unavailable' || failure === 'unconfirmed' || scheduleIds.length === 0) return 'drained'
      if (scheduleIds.length > 1) singles = scheduleIds.length
      else for (const id of scheduleIds) aside.set(id, performance.now())
      return 'more'
    }
  }

  const periodic = runPeriodically({
    everyMs,
    work: async () => {
      while (!stopping.signal.aborted && (await takeSet()) === 'more');
    },
    onFailure: error => onFailure(error, []),
  })
  return {
    stop: () => {
      stopping.abort()
      return periodic.stop()
    },
  }
}
