import { inTransaction } from '../db/in-transaction.ts'
import type { Database } from '../db/pool.ts'
import type { Job } from './job.ts'
import { deadJobs, deleteJobs, releaseLocks, renewLocks } from './queries.ts'

interface Leases {
  readonly database: Database
  readonly jobs: readonly Job<never>[]
  /** Name of this process in the locks of its jobs. */
  readonly poolId: string
  /** A job whose process has been silent for this long runs elsewhere. */
  readonly leaseMs: number
  readonly onReleased: (job: { readonly name: string; readonly jobId: string }) => void
}

const buriedAtOnce = 20

/**
 * One round: renews the locks of this process, frees those of dead processes, and removes jobs that have had their last
 * attempt. A process that was only paused may find its job running elsewhere: every job must tolerate running twice.
 */
export async function keepLeases({ database, jobs, poolId, leaseMs, onReleased }: Leases): Promise<void> {
  const released = await inTransaction(database, async tx => {
    await renewLocks(tx, [poolId])
    return releaseLocks(tx, [leaseMs])
  })
  for (const job of released) onReleased(job)
  await buryDeadJobs(database, jobs)
}

/** A job that will not be retried must not leave anything that looks as if it still ran. */
async function buryDeadJobs(database: Database, jobs: readonly Job<never>[]): Promise<void> {
  const known = new Map(jobs.map(job => [job.name, job]))
  await inTransaction(database, async tx => {
    const dead = await deadJobs(tx, [[...known.keys()], buriedAtOnce])
    for (const { name, payload } of dead) await known.get(name)?.giveUp?.(payload as never, tx)
    if (dead.length > 0) await deleteJobs(tx, [dead.map(({ jobId }) => jobId)])
  })
}
