import { classifyDatabaseError } from '../../platform/db/errors.ts'
import type { Database } from '../../platform/db/pool.ts'
import { runPeriodically } from '../../platform/jobs/run-periodically.ts'
import { type FiringFailedError, fireSchedules } from './fire-schedules.ts'

/** Maximum delay of a text on an idle service. */
const everyMs = 250
/** Larger sets make ordinary sends wait longer behind the commit. */
const setSize = 100
/** A schedule that fails to fire is retried after this time; the others do not wait for it. */
const asideMs = 60_000

interface Scheduler {
  /** Resolves when the set in progress has finished. */
  stop(): Promise<void>
}

/**
 * Fires due schedules until stopped. Any number of workers can run one. Only the database decides what is due; this
 * process's clock sets how often to poll.
 */
export function startScheduler(
  database: Database,
  onFailure: (error: unknown, scheduleIds: readonly number[]) => void,
): Scheduler {
  const stopping = new AbortController()
  /** Sets left to fire one schedule at a time, to isolate the one that fails the others. */
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
