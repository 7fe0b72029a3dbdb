import { deleteOldChanges, deleteOldDrafts, importUpload, removeMembersOfGroup } from './addressbook/index.ts'
import { createOperatorServer, type Parts } from './app.ts'
import { type Carrier } from './carriers/index.ts'
import { foldJournal } from './console/index.ts'
import {
  deleteOldReceipts,
  endHeldTexts,
  ensureMessagePartitions,
  observeDeadLetters,
  observeHolds,
  runCarriers,
} from './delivery/index.ts'
import {
  deleteExpiredArtifacts,
  deleteExpiredSessions,
  deleteOldCredentials,
  type SecretKeys,
} from './identity/index.ts'
import { ensurePartitions } from './journal/index.ts'
import { observeCondition } from './platform/condition/observe-condition.ts'
import type { HttpServer } from './platform/http/server.ts'
import { deleteExpiredKeys } from './platform/idempotency/delete-expired-keys.ts'
import type { Job } from './platform/jobs/job.ts'
import { runJobs } from './platform/jobs/run-jobs.ts'
import { runPeriodically } from './platform/jobs/run-periodically.ts'
import { createSmtpMailer } from './platform/mail/create-smtp-mailer.ts'
import { deleteOldMail } from './platform/mail/delete-old-mail.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import { observeMail } from './platform/mail/observe-mail.ts'
import { sendWaitingMail } from './platform/mail/send-waiting-mail.ts'
import { freezeClosedPartitions } from './platform/partitions/freeze-closed-partitions.ts'
import { observeRoom } from './platform/partitions/observe-room.ts'
import { observeBackups } from './recovery/index.ts'
import { checkLogDaily } from './sealing/index.ts'
import { deleteOldSimulatorTexts } from './simulator/index.ts'
import { startScheduler, tellClients } from './texting/index.ts'
import {
  createWebhookAgent,
  deleteExpiredConsoles,
  deleteOldAttempts,
  observeWebhooks,
  runWebhooks,
  writeDueNotices,
} from './webhooks/index.ts'

/** The parts of `parley worker`. Features add their jobs here, by name. */
export const jobs: readonly Job<never>[] = [importUpload, removeMembersOfGroup, tellClients]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const mailEveryMs = 2_000
const overviewEveryMs = 1_000

export interface Worker {
  /** Serves the operator endpoints. */
  readonly server: HttpServer
  /** Accepts no new work and resolves when running work has finished. */
  stop(): Promise<void>
}

interface CarrierParts {
  /** Throws if no key is set. Only carriers with credentials need it. */
  readonly secretKeys: () => SecretKeys
  /** The carrier of a sandbox. */
  readonly createSimulator: () => Carrier
}

/** Without a carrier, everything else runs and texts wait. */
export async function startWorker(
  parts: Parts<'jobConcurrency' | 'webhookNetworks'>,
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
  // The answers of carriers are recorded there. After weeks without a worker there is none for today.
  await ensureMessagePartitions(database)
  const { environment, publicOrigin } = config
  const carriers = runCarriers({ database, log, environment, publicOrigin, ...carrierParts })
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  const periodic = [
    runPeriodically({
      everyMs: minuteMs,
      work: () => deleteExpiredArtifacts(database),
      onFailure: warn('could not delete expired codes and tokens'),
    }),
    runPeriodically({
      everyMs: minuteMs,
      work: () => deleteExpiredKeys(database),
      onFailure: warn('could not delete expired idempotency keys'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => deleteExpiredSessions(database),
      onFailure: warn('could not delete expired sessions'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => deleteOldDrafts(database),
      onFailure: warn('could not delete uploads that were never imported'),
    }),
    runPeriodically({
      everyMs: minuteMs,
      work: () => deleteOldChanges(database),
      onFailure: warn('could not delete noted changes of contacts'),
    }),
    runPeriodically({
      everyMs: dayMs,
      work: () => deleteOldCredentials(database),
      onFailure: warn('could not delete old credentials'),
    }),
    runPeriodically({
      everyMs: dayMs,
      work: async () => (environment === 'sandbox' ? deleteOldSimulatorTexts(database) : 0),
      onFailure: warn('could not delete old simulator texts'),
    }),
    runPeriodically({
      everyMs: dayMs,
      work: () => ensurePartitions(database),
      onFailure: warn('could not create journal partitions'),
    }),
    runPeriodically({
      everyMs: minuteMs,
      work: () => ensureMessagePartitions(database),
      onFailure: warn('could not create message partitions'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => freezeClosedPartitions(database),
      onFailure: warn('could not close old partitions'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => deleteOldReceipts(database),
      onFailure: warn('could not delete old receipts'),
    }),
    runPeriodically({
      everyMs: overviewEveryMs,
      work: () => foldJournal(database),
      onFailure: warn('could not count the figures of firms'),
    }),
    ...startMail(parts),
    ...tendWebhooks(parts),
    ...observe(parts),
    runPeriodically({
      everyMs: minuteMs,
      work: () => endHeldTexts(database),
      onFailure: warn('could not fail texts that were held too long'),
    }),
  ]
  const checking = checkLogPeriodically(database, log)
  const webhooks = startWebhooks(parts, carrierParts.secretKeys)
  const scheduler = startScheduler(database, (error, scheduleIds) =>
    log.warn({ err: error, scheduleIds: scheduleIds.slice(0, 10) }, 'could not send scheduled texts'),
  )
  return {
    server,
    stop: async () => {
      await Promise.all([
        running.stop(),
        scheduler.stop(),
        carriers.stop(),
        checking.stop(),
        webhooks.stop(),
        ...periodic.map(each => each.stop()),
      ])
      await server.close()
    },
  }
}

/** What the metrics show of the database, which is read and not counted. */
function observe({ database, log }: Parts): ReturnType<typeof runPeriodically>[] {
  const refreshes = [
    ['the room of the partitions', observeRoom(database)],
    ['the condition of the database', observeCondition(database)],
    ['the age of the backups', observeBackups(database)],
    ['held texts', observeHolds(database)],
    ['texts that need attention', observeDeadLetters(database)],
  ] as const
  return refreshes.map(([what, work]) =>
    runPeriodically({
      everyMs: minuteMs / 4,
      work,
      onFailure: error => log.warn({ err: error, what }, 'could not read a metric'),
    }),
  )
}

/** Sends what waits. Without a mail server nothing is sent, and what waits expires. */
function startMail({ config, database, log }: Parts): { stop(): Promise<void> }[] {
  const mailer = createMailer(config)
  if (!mailer) log.info('no mail server is configured: notices are not sent')
  const { hostname: host } = new URL(config.publicOrigin)
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  return [
    runPeriodically({
      everyMs: mailEveryMs,
      work: () =>
        sendWaitingMail({
          database,
          mailer,
          host,
          warn: (fields, message) => log.warn(fields, message),
        }),
      onFailure: warn('could not read waiting mail'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => deleteOldMail(database),
      onFailure: warn('could not delete old mail'),
    }),
    runPeriodically({
      everyMs: minuteMs / 4,
      work: observeMail(database),
      onFailure: warn('could not count waiting mail'),
    }),
  ]
}

/** Notices and deletions beside the deliveries. */
function tendWebhooks({ config, database, log }: Parts): { stop(): Promise<void> }[] {
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  return [
    runPeriodically({
      everyMs: minuteMs,
      work: () =>
        writeDueNotices({
          database,
          publicOrigin: config.publicOrigin,
          warn: (fields, message) => log.warn(fields, message),
        }),
      onFailure: warn('could not find failing endpoints'),
    }),
    runPeriodically({
      everyMs: minuteMs / 4,
      work: observeWebhooks(database),
      onFailure: warn('could not read the state of webhooks'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => deleteOldAttempts(database),
      onFailure: warn('could not delete old deliveries'),
    }),
    runPeriodically({
      everyMs: hourMs,
      work: () => deleteExpiredConsoles(database),
      onFailure: warn('could not delete expired links and sessions of the console'),
    }),
  ]
}

function createMailer({
  mailUrl,
  mailFrom,
  environment,
  allowInsecure = [],
}: Parts['config']): Mailer | undefined {
  if (mailUrl === undefined || mailFrom === undefined) return undefined
  const requiresTls = environment === 'production' && !allowInsecure.includes('mail')
  return createSmtpMailer({ url: mailUrl, from: mailFrom, requiresTls })
}

const startWebhooks = (
  { config, database, log }: Parts<'webhookNetworks'>,
  secretKeys: () => SecretKeys,
): { stop(): Promise<void> } =>
  runWebhooks({
    ...config,
    database,
    log,
    createAgent: () => createWebhookAgent(config.webhookNetworks),
    secretKeys,
  })

/** Stopping ends a check that is under way. */
function checkLogPeriodically(database: Parts['database'], log: Parts['log']): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const check = checkLogDaily(database, stopping.signal)
  const periodic = runPeriodically({
    everyMs: hourMs,
    work: async () => {
      const result = await check()
      if (result) log[result.findingCount > 0 ? 'error' : 'info'](result, 'checked the log')
    },
    onFailure: error => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'could not check the log')
    },
  })
  return {
    stop: () => {
      stopping.abort()
      return periodic.stop()
    },
  }
}
