import { readinessOf } from '../../config/readiness-of.ts'
import { readConfig } from '../../config.ts'
import { inspectDatabase } from '../../platform/db/inspect-database.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import { createPool, type Database } from '../../platform/db/pool.ts'
import { Fence } from '../../platform/highwater/fence.ts'
import { readMarkFile } from '../../platform/highwater/mark-file.ts'
import { Problem } from '../../platform/problem/problem.ts'

/** The password to try when that of the URL is refused. */
export const nextPasswords = {
  databaseUrl: 'databaseNextPassword',
  sealerDatabaseUrl: 'sealerDatabaseNextPassword',
} as const

interface Installation {
  readonly database: Database
  readonly environment: Environment
}

/** Runs a command on the database of this installation only. */
export async function withDatabase(
  work: (installation: Installation) => Promise<void>,
  setting: 'databaseUrl' | 'sealerDatabaseUrl' = 'databaseUrl',
  { isRecovering = false }: { readonly isRecovering?: boolean } = {},
): Promise<void> {
  const config = readConfig([setting, 'environment', 'cell', 'statementTimeoutMs', 'highWaterFile'])
  const { highWaterFile: file } = config
  const fence = new Fence({
    seen: file === undefined ? undefined : (await readMarkFile(file))?.counter,
    admitsStandby: setting === 'sealerDatabaseUrl',
  })
  const database = createPool({
    url: config[setting],
    nextPassword: config[nextPasswords[setting]],
    size: 3,
    applicationName: isRecovering ? 'parley recover' : 'parley command',
    connectTimeoutMs: 5_000,
    ...(!isRecovering && { admit: fence.admit }),
    // Adopting a log compares all entries in one statement.
    ...(setting === 'databaseUrl' && { statementTimeoutMs: config.statementTimeoutMs }),
  })
  try {
    const state = await inspectDatabase(database, config)
    if (state.state === 'unreachable') throw state.cause
    const readiness = readinessOf(state)
    if (!readiness.ready)
      throw new Problem('downstream_unavailable', `Nothing was changed: ${readiness.why}.`)
    await work({ database, environment: config.environment })
  } finally {
    await database.end()
  }
}
