import { EventEmitter } from 'node:events'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Database } from '../db/pool.ts'
import type { Job } from './job.ts'

type Log = (
  level: 'debug' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>>,
) => void

interface JobRun {
  /** One connection for each job at a time and one that listens. */
  readonly database: Database
  readonly jobs: readonly Job<never>[]
  readonly log: Log
  readonly concurrency: number
}

interface RunningJobs {
  /** Takes no new job and resolves when those under way have finished. */
  readonly stop: () => Promise<void>
  /** Resolves after stop; rejects when the worker gave up by itself, so that the process can end and be restarted. */
  readonly ended: Promise<void>
}

export async function runJobs({ database, jobs, log, concurrency }: JobRun): Promise<RunningJobs> {
  // graphile-worker refuses an empty list.
  if (jobs.length === 0) return runNothing()
  const runner = await run({
    pgPool: database,
    schema: 'graphile_worker',
    taskList: tasksOf(jobs, database),
    parsedCronItems: [],
    concurrency,
    noHandleSignals: true,
    logger: new Logger(() => () => {}), // it would log payloads and error messages; logEvents says what is fit to be said
    events: logEvents(log),
    // Batched, even if by one: only then does stop wait until the end of a job is recorded, and only then does a
    // failure to record it reach `ended` instead of being an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  let stopping: Promise<void> | undefined
  let over = false
  const watch = async (): Promise<void> => {
    await runner.promise // resolves whether the worker was stopped or broke down
    over = true
    if (!stopping) throw new Error('The job worker stopped by itself')
  }
  return {
    ended: watch(),
    stop: async () => {
      if (!over) await (stopping ??= runner.stop().then(() => runner.promise))
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
    log('error', last ? 'job given up' : 'job failed', { ...describe(job), err: error })
  })
  events.on('worker:getJob:error', ({ error }) => log('warn', 'cannot fetch a job', { err: error }))
  events.on('pool:listen:error', ({ error }) => log('warn', 'cannot listen for jobs', { err: error }))
  events.on('pool:fatalError', ({ error }) => log('error', 'cannot record the end of a job', { err: error }))
  return events
}

/** Which job it is. Its payload stays out of the log. */
function describe(job: { id: string; task_identifier: string; attempts: number }): Record<string, unknown> {
  return { job: job.task_identifier, jobId: job.id, attempt: job.attempts }
}
