import { createOperatorServer, type Parts } from './app.ts'
import type { Config } from './config.ts'
import type { HttpServer } from './http/server.ts'
import type { Job } from './jobs/job.ts'
import { runJobs } from './jobs/run-jobs.ts'

/** What `parley worker` runs. Features add their jobs here, by name. */
const jobs: readonly Job<never>[] = []

export interface Worker {
  /** Answers the operator's addresses. */
  readonly server: HttpServer
  /** Rejects when the worker gave up by itself. */
  readonly ended: Promise<void>
  /** Takes nothing new and resolves when what is under way has finished. */
  stop(): Promise<void>
}

export async function startWorker(
  parts: Parts & { readonly config: Pick<Config, 'jobConcurrency'> },
): Promise<Worker> {
  const { config, database, log } = parts
  const server = createOperatorServer(parts)
  const running = await runJobs({
    database,
    jobs,
    concurrency: config.jobConcurrency,
    log: (level, message, fields) => log[level](fields, message),
  })
  return {
    server,
    ended: running.ended,
    stop: async () => {
      await running.stop()
      await server.close()
    },
  }
}
