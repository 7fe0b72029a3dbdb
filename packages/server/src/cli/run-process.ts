import type { Parts } from '../app.ts'
import { readinessOf } from '../config/readiness-of.ts'
import { type Config, readConfig } from '../config.ts'
import { inspectDatabase } from '../platform/db/inspect-database.ts'
import { observePool } from '../platform/db/observe-pool.ts'
import { createPool } from '../platform/db/pool.ts'
import { Fence } from '../platform/highwater/fence.ts'
import { keepHighWater } from '../platform/highwater/keep-high-water.ts'
import { readMarkFile } from '../platform/highwater/mark-file.ts'
import { createLogger } from '../platform/telemetry/logger.ts'
import { startMetrics } from '../platform/telemetry/metrics.ts'
import { stopWithGrace } from './stop-with-grace.ts'
import { exitCodeOf, explainFailure } from './terminal/explain-failure.ts'
import { nextPasswords } from './terminal/with-database.ts'

export interface ProcessContext {
  /** Flushes the last traces. */
  readonly stopTracing: () => Promise<void>
}

interface Service {
  /** Finishes the work in progress. */
  stop(): Promise<void>
}

interface Role<Needed extends keyof Config> {
  readonly name: 'api' | 'worker' | 'sealer' | 'simulator'
  /** The role's own database URL. Default: DATABASE_URL. */
  readonly databaseSetting?: 'databaseUrl' | 'sealerDatabaseUrl'
  /** Settings in addition to those of every process. */
  readonly settings: readonly Needed[]
  readonly start: (parts: Parts<Needed>) => Promise<Service>
}

/**
 * A process that is paused inside a transaction, by its machine or a debugger, holds locks that others wait for. Half the
 * statement timeout, so that the others still succeed.
 */
const idleInTransactionMs = 5_000

/** Runs a service until it is signalled to stop, with the same start and stop order for every role. */
export async function runProcess<const Needed extends keyof Config>(
  { name, databaseSetting = 'databaseUrl', settings, start }: Role<Needed>,
  { stopTracing }: ProcessContext,
): Promise<void> {
  const config = readConfig([...commonSettings, databaseSetting, ...settings])
  const log = createLogger(config.logLevel).child({ role: name })
  const { highWaterFile: file } = config
  const seen = file === undefined ? undefined : (await readMarkFile(file))?.counter
  const fence = new Fence({ seen, admitsStandby: name === 'sealer' })
  // The simulator stands for a carrier, which knows nothing of our database.
  const isFenced = name !== 'simulator'
  const database = createPool({
    url: config[databaseSetting],
    nextPassword: config[nextPasswords[databaseSetting]],
    size: config.databasePoolSize,
    applicationName: `parley ${name}`,
    connectTimeoutMs: 2_000,
    // Catching up with a day of entries sorts them in one statement.
    ...(databaseSetting === 'databaseUrl' && { statementTimeoutMs: config.statementTimeoutMs }),
    idleInTransactionMs,
    ...(isFenced && { admit: fence.admit }),
  })
  const metrics = startMetrics()
  observePool(database)
  const readiness = readinessOf(await inspectDatabase(database, config))
  // A database that is down or not migrated may catch up; this process waits, and /readyz says why.
  if (!readiness.ready) log.warn({ why: readiness.why }, 'not ready yet')

  const service = await start({ config, database, log, metrics }).catch((error: unknown) => {
    log.fatal({ err: error }, 'could not start')
    process.stderr.write(`${explainFailure(error)}\n`)
    // What has started already would keep the process alive, so that nothing restarts it.
    return process.exit(exitCodeOf(error))
  })
  const keeping = isFenced
    ? keepHighWater({
        database,
        fence,
        raises: name === 'worker',
        file,
        warn: (error, message) => log.warn({ err: error }, message),
      })
    : undefined
  stopWithGrace({
    shutdownGraceMs: config.shutdownGraceMs,
    log,
    stop: async () => {
      await service.stop()
      await keeping?.stop()
      await database.end()
      await stopTracing()
    },
  })
}

const commonSettings = [
  'environment',
  'cell',
  'databasePoolSize',
  'statementTimeoutMs',
  'publicOrigin',
  'trustedProxies',
  'logLevel',
  'shutdownGraceMs',
  'highWaterFile',
] as const
