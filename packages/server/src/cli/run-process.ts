import closeWithGrace from 'close-with-grace'
import type { Parts } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { inspectDatabase } from '../db/inspect-database.ts'
import { observePool } from '../db/observe-pool.ts'
import { createPool } from '../db/pool.ts'
import { readinessOf } from '../readiness-of.ts'
import { createLogger } from '../telemetry/logger.ts'
import { startMetrics } from '../telemetry/metrics.ts'

export interface ProcessContext {
  /** Sends the last traces. */
  readonly stopTracing: () => Promise<void>
}

interface Service {
  /** Finishes what is under way. */
  stop(): Promise<void>
  /** Rejects when the service gave up by itself. */
  readonly ended?: Promise<void>
}

interface Role<Needed extends keyof Config> {
  readonly name: 'api' | 'worker' | 'simulator'
  /** What it needs to know besides what every process does. */
  readonly settings: readonly Needed[]
  readonly start: (parts: Parts<Needed>) => Promise<Service>
}

/**
 * A process that is paused in the middle of a transaction, by its machine or a debugger, holds the rows that others wait
 * for. Half of the statement timeout, so that those who wait come through.
 */
const idleInTransactionMs = 5_000

/** Runs a service until it is told to stop: the same order of start and stop for every role. */
export async function runProcess<const Needed extends keyof Config>(
  { name, settings, start }: Role<Needed>,
  { stopTracing }: ProcessContext,
): Promise<void> {
  const config = readConfig([...commonSettings, ...settings])
  const log = createLogger(config.logLevel).child({ role: name })
  const database = createPool({
    url: config.databaseUrl,
    size: config.databasePoolSize,
    applicationName: `parley ${name}`,
    connectTimeoutMs: 2_000,
    statementTimeoutMs: config.statementTimeoutMs,
    idleInTransactionMs,
  })
  const metrics = startMetrics()
  observePool(database)
  const readiness = readinessOf(await inspectDatabase(database, config))
  // A database that is down or behind may catch up; this process waits and /readyz says why.
  if (!readiness.ready) log.warn({ why: readiness.why }, 'not ready yet')

  const service = await start({ config, database, log, metrics })
  closeWithGrace({ delay: config.shutdownGraceMs, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping after an error nobody caught')
    else log.info({ signal }, 'stopping')
    await service.stop()
    await database.end()
    await stopTracing()
    log.info('stopped')
  })
  // Like an error nobody caught: the process stops in order and ends with 1, so that it is started again.
  service.ended?.catch((error: unknown) => {
    process.nextTick(() => {
      throw error
    })
  })
}

const commonSettings = [
  'environment',
  'cell',
  'databaseUrl',
  'databasePoolSize',
  'statementTimeoutMs',
  'publicOrigin',
  'trustedProxies',
  'logLevel',
  'shutdownGraceMs',
] as const
