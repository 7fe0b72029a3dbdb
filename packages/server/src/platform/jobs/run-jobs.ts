import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
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
const restartMs = 1_000

interface RunningJobs {
  /** Takes no new job and resolves when running jobs have finished. */
  readonly stop: () => Promise<void>
}

export async function runJobs({
  database,
  jobs,
  log,
  concurrency,
  leaseMs = defaultLeaseMs,
}: JobRun): Promise<RunningJobs> {
  // graphile-worker rejects an empty list.
  if (jobs.length === 0) return { stop: async () => {} }
  const events = logEvents(log)
  let poolId = ''
  events.on('pool:create', ({ workerPool }) => (poolId = workerPool.id))
  const taskList = tasksOf(jobs, database)
  const start = (): Promise<Runner> =>
    run({
      pgPool: database,
      schema: 'graphile_worker',
      taskList,
      parsedCronItems: [],
      concurrency,
      noHandleSignals: true,
      logger: new Logger(() => () => {}), // it would log payloads and error messages; logEvents logs what is safe
      events,
      // Batched, even if by one: only then does stop wait until the end of a job is recorded, and only then does a
      // failure to record it end the runner instead of being an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
  let runner = await start()
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
  const stopping = new AbortController()
  const { signal } = stopping

  /**
   * A runner that cannot record the end of a job, as when the database fails over, ends for good. Another one takes its place, and
   * the job is run again when its lease expires: a process that ended with it would take the links to carriers along.
   */
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await runner.promise // resolves whether it was stopped or failed
      if (signal.aborted) return
      log('warn', 'the job queue stopped and starts again', {})
      const next = await startAgain()
      if (!next) return
      runner = next
      // Stopped just now, when it was not to be seen yet.
      if (signal.aborted) await next.stop()
    }
  }
  const startAgain = async (): Promise<Runner | undefined> => {
    for (;;) {
      await sleep(restartMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return undefined
      const started = await start().catch((error: unknown) => {
        log('warn', 'the job queue cannot start again yet', { err: error })
        return undefined
      })
      if (started && !signal.aborted) return started
      await started?.stop()
    }
  }
  const running = keepRunning()
  let ending: Promise<void> | undefined
  const end = async (): Promise<void> => {
    stopping.abort()
    // It may have ended by itself a moment ago, which stopping it again reports as an error.
    await runner.stop().catch(() => {})
    await running
    // Leases are renewed until here: a job that stops slowly must not run elsewhere meanwhile.
    await leases.stop()
  }
  return { stop: () => (ending ??= end()) }
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
