import { classifyDatabaseError } from './errors.ts'
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
  | { readonly state: 'behind'; readonly pending: readonly string[] }
  | { readonly state: 'foreign'; readonly found: Installation }

const installation = statement<Installation>('installation', 'select cell, environment from installation')

/** Whether this program may use this database. */
export async function inspectDatabase(database: Database, expected: Installation): Promise<DatabaseState> {
  try {
    const pending = await pendingMigrations(database)
    if (pending.length > 0) return { state: 'behind', pending }
    const [found] = await installation(database, [])
    const isOurs = found?.cell === expected.cell && found.environment === expected.environment
    return isOurs || !found ? { state: 'ready' } : { state: 'foreign', found }
  } catch (error) {
    if (classifyDatabaseError(error) === 'bug') throw error
    return { state: 'unreachable', cause: error }
  }
}
