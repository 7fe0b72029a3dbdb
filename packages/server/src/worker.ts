import { deleteOldDrafts, importUpload } from './addressbook/index.ts'
import { createOperatorServer, type Parts } from './app.ts'
import type { Carrier } from './carriers/index.ts'
import { deleteExpiredKeys } from './http/once/delete-expired-keys.ts'
import type { HttpServer } from './http/server.ts'
import { deleteExpiredArtifacts, deleteExpiredSessions } from './identity/index.ts'
import type { Job } from './jobs/job.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { runPeriodically } from './jobs/run-periodically.ts'
import { ensurePartitions } from './journal/index.ts'
import { deleteOldReceipts, ensureMessagePartitions, runCarriers, startScheduler } from './texting/index.ts'

/** What `parley worker` runs. Features add their jobs here, by name. */
const jobs: readonly Job<never>[] = [importUpload]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export interface Worker {
  /** Answers the operator's addresses. */
  readonly server: HttpServer
  /** Rejects when the worker gave up by itself. */
  readonly ended: Promise<void>
  /** Takes nothing new and resolves when what is under way has finished. */
  stop(): Promise<void>
}

interface CarrierParts {
  /** Throws where there is none. Only carriers with credentials need it. */
  readonly secretKey: () => Buffer
  /** The carrier of a sandbox. */
  readonly createSimulator: () => Carrier
}

/** Without a carrier everything else is done, and texts wait. */
export async function startWorker(
  parts: Parts<'jobConcurrency'>,
  carrierParts: CarrierParts,
): Promise<Worker> {
  const { config, database, log } = parts
  const server = createOperatorServer(parts)
  const running = await runJobs({
    database,
    jobs,
    concurrency: config.jobConcurrency,
    log: (level, message, fields) => log[level](fields, message),
  })
  const { environment, publicOrigin } = config
  const carriers = runCarriers({ database, log, environment, publicOrigin, ...carrierParts })
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  const periodic = [
    runPeriodically({
      everyMs: minuteMs,
      work: () => deleteExpiredArtifacts(database),
      onFailure: warn('expired codes and tokens could not be swept away'),
    }),
    runPeriodically({
      everyMs: minuteMs,
      work: () => deleteExpiredKeys(database),
      onFailure: warn('expired idempotency keys could not be swept away'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => deleteExpiredSessions(database),
      onFailure: warn('sessions that are over could not be swept away'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => deleteOldDrafts(database),
      onFailure: warn('files that were never imported could not be swept away'),
    }),
    runPeriodically({
      everyMs: dayMs,
      work: () => ensurePartitions(database),
      onFailure: warn('the journal could not be prepared for the coming months'),
    }),
    runPeriodically({
      everyMs: minuteMs,
      work: () => ensureMessagePartitions(database),
      onFailure: warn('the messages could not be given their next partitions'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => deleteOldReceipts(database),
      onFailure: warn('old receipts could not be swept away'),
    }),
  ]
  const scheduler = startScheduler(database, (error, scheduleIds) =>
    log.warn({ err: error, scheduleIds: scheduleIds.slice(0, 10) }, 'scheduled texts could not be sent'),
  )
  return {
    server,
    ended: running.ended,
    stop: async () => {
      await Promise.all([
        running.stop(),
        scheduler.stop(),
        carriers.stop(),
        ...periodic.map(each => each.stop()),
      ])
      await server.close()
    },
  }
}
