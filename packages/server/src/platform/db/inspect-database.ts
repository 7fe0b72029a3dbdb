import { classifyDatabaseError, type Distrust, DistrustedDatabaseError } from './errors.ts'
import type { Environment } from './migrate.ts'
import { pendingMigrations } from './migrations.ts'
import type { Database } from './pool.ts'
import { statement } from './statement.ts'

export interface Installation {
  readonly cell: number
  readonly environment: Environment
}

export type DatabaseState =
  | { readonly state: 'ready' }
  | { readonly state: 'unreachable'; readonly cause: unknown }
  | { readonly state: 'distrusted'; readonly why: Distrust; readonly seen: number | undefined }
  | { readonly state: 'behind'; readonly pending: readonly string[] }
  | { readonly state: 'foreign'; readonly found: Installation }
  | { readonly state: 'unlimited' }

const installation = statement<Installation>('installation', 'select cell, environment from installation')

const limits = statement<{ statement: string; idle: string }>(
  'session_limits',
  `select current_setting('statement_timeout') as statement,
     current_setting('idle_in_transaction_session_timeout') as idle`,
)

/** A pooler drops the limits that a connection was opened with; without them, one stuck caller holds its locks for ever. */
async function keepsLimits(database: Database): Promise<boolean> {
  const [found] = await limits(database, [])
  const isLimited = database.options.statement_timeout === undefined || found?.statement !== '0'
  return isLimited && found?.idle !== '0'
}

/** Whether this program may use this database. */
export async function inspectDatabase(database: Database, expected: Installation): Promise<DatabaseState> {
  try {
    const pending = await pendingMigrations(database)
    if (pending.length > 0) return { state: 'behind', pending }
    const [found] = await installation(database, [])
    const isOurs = found?.cell === expected.cell && found.environment === expected.environment
    if (found && !isOurs) return { state: 'foreign', found }
    return (await keepsLimits(database)) ? { state: 'ready' } : { state: 'unlimited' }
  } catch (error) {
    if (error instanceof DistrustedDatabaseError)
      return { state: 'distrusted', why: error.why, seen: error.seen }
    if (classifyDatabaseError(error) === 'bug') throw error
    return { state: 'unreachable', cause: error }
  }
}
