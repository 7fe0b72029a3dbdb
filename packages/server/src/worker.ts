import { createOperatorServer, type Parts } from './app.ts'
import type { HttpServer } from './http/server.ts'
import { deleteExpiredArtifacts } from './identity/index.ts'
import type { Job } from './jobs/job.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { runPeriodically } from './jobs/run-periodically.ts'
import { ensurePartitions } from './journal/index.ts'

/** What `parley worker` runs. Features add their jobs here, by name. */
const jobs: readonly Job<never>[] = []

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export interface Worker {
  /** Answers the operator's addresses. */
  readonly server: HttpServer
  /** Rejects when the worker gave up by itself. */
  readonly ended: Promise<void>
  /** Takes nothing new and resolves when what is under way has finished. */
  stop(): Promise<void>
}

export async function startWorker(parts: Parts<'jobConcurrency'>): Promise<Worker> {
  const { config, database, log } = parts
  const server = createOperatorServer(parts)
  const running = await runJobs({
    database,
    jobs,
    concurrency: config.jobConcurrency,
    log: (level, message, fields) => log[level](fields, message),
  })
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  const periodic = [
    runPeriodically({
      everyMs: minuteMs,
      work: () => deleteExpiredArtifacts(database),
      onFailure: warn('expired codes and tokens could not be swept away'),
    }),
    runPeriodically({
      everyMs: dayMs,
      work: () => ensurePartitions(database),
      onFailure: warn('the journal could not be prepared for the coming months'),
    }),
  ]
  return {
    server,
    ended: running.ended,
    stop: async () => {
      await Promise.all([running.stop(), ...periodic.map(each => each.stop())])
      await server.close()
    },
  }
}
