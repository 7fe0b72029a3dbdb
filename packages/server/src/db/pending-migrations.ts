import { DatabaseError } from 'pg'
import { migrationNames, migrationsTable } from './migration-files.ts'
import type { Database } from './pool.ts'
import { statement } from './statement.ts'

const appliedMigrations = statement<{ name: string }>(
  'applied_migrations',
  `select name from ${migrationsTable}`,
)

/** The migrations that this program brings along and the database has not seen. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const applied = new Set(await appliedNames(database))
  const names = await migrationNames()
  return names.filter(name => !applied.has(name))
}

async function appliedNames(database: Database): Promise<string[]> {
  try {
    const rows = await appliedMigrations(database, [])
    return rows.map(row => row.name)
  } catch (error) {
    const undefinedTable = error instanceof DatabaseError && error.code === '42P01'
    if (undefinedTable) return []
    throw error
  }
}
