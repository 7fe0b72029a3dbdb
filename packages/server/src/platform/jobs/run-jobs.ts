import { EventEmitter } from 'node:events'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Database } from '../db/pool.ts'
import type { Job } from './job.ts'
import { keepLeases } from './keep-leases.ts'
import { runPeriodically } from './run-periodically.ts'

type Log = (
  level: 'debug' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>>,
) => void

interface JobRun {
  /** One connection per concurrent job and one that listens. */
  readonly database: Database
  readonly jobs: readonly Job<never>[]
  readonly log: Log
  readonly concurrency: number
  /** How long a job waits for a dead process. */
  readonly leaseMs?: number
}

const defaultLeaseMs = 20_000

interface RunningJobs {
  /** Takes no new job and resolves when running jobs have finished. */
  readonly stop: () => Promise<void>
  /** Resolves after stop; rejects if the worker stops unexpectedly, so that the process can end and be restarted. */
  readonly ended: Promise<void>
}

export async function runJobs({
  database,
  jobs,
  log,
  concurrency,
  leaseMs = defaultLeaseMs,
}: JobRun): Promise<RunningJobs> {
  // graphile-worker rejects an empty list.
  if (jobs.length === 0) return runNothing()
  const events = logEvents(log)
  let poolId = ''
  events.on('pool:create', ({ workerPool }) => (poolId = workerPool.id))
  const runner = await run({
    pgPool: database,
    schema: 'graphile_worker',
    taskList: tasksOf(jobs, database),
    parsedCronItems: [],
    concurrency,
    noHandleSignals: true,
    logger: new Logger(() => () => {}), // it would log payloads and error messages; logEvents logs what is safe
    events,
    // Batched, even if by one: only then does stop wait until the end of a job is recorded, and only then does a
    // failure to record it reach `ended` instead of being an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const leases = runPeriodically({
    everyMs: leaseMs / 4,
    work: () =>
      keepLeases({
        database,
        jobs,
        poolId,
        leaseMs,
        onReleased: job => log('warn', 'requeued a job whose process died', job),
      }),
    onFailure: error => log('warn', 'could not renew job locks', { err: error }),
  })
  let stopping: Promise<void> | undefined
  let over = false
  const watch = async (): Promise<void> => {
    await runner.promise // resolves whether the worker was stopped or failed
    over = true
    if (!stopping) throw new Error('The job worker stopped unexpectedly')
  }
  return {
    ended: watch(),
    stop: async () => {
      if (!over) await (stopping ??= runner.stop().then(() => runner.promise))
      // Leases are renewed until here: a job that stops slowly must not run elsewhere meanwhile.
      await leases.stop()
    },
  }
}

function runNothing(): RunningJobs {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  return {
    ended,
    stop: () => {
      resolve()
      return ended
    },
  }
}

function tasksOf(jobs: readonly Job<never>[], database: Database): TaskList {
  const names = new Set(jobs.map(job => job.name))
  if (names.size !== jobs.length) throw new Error('Two jobs have the same name')
  return Object.fromEntries(
    jobs.map(job => [
      job.name,
      (payload, { abortSignal }) => job.handle(payload as never, { database, signal: abortSignal }),
    ]),
  )
}

function logEvents(log: Log): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('job:success', ({ job }) => log('debug', 'job done', describe(job)))
  events.on('job:error', ({ job, error }) => {
    const last = job.attempts >= job.max_attempts
    log('error', last ? 'job failed permanently' : 'job failed', { ...describe(job), err: error })
  })
  events.on('worker:getJob:error', ({ error }) => log('warn', 'could not fetch a job', { err: error }))
  events.on('pool:listen:error', ({ error }) => log('warn', 'could not listen for jobs', { err: error }))
  events.on('pool:fatalError', ({ error }) =>
    log('error', 'could not record the end of a job', { err: error }),
  )
  return events
}

/** Identifies the job. Its payload is never logged. */
function describe(job: { id: string; task_identifier: string; attempts: number }): Record<string, unknown> {
  return { job: job.task_identifier, jobId: job.id, attempt: job.attempts }
}
