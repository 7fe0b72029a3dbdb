import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseError } from 'pg'
import { serverFile } from '../program/server-file.ts'
import type { Database } from './pool.ts'
import { statement } from './statement.ts'

export const migrationsFolder: string = fileURLToPath(serverFile('migrations'))
export const migrationsTable = 'schema_migration'

/** The names of all migrations in order, as the migrations table records them. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(migrationsFolder)
  return files
    .filter(file => file.endsWith('.sql'))
    .map(file => file.slice(0, -'.sql'.length))
    .toSorted()
}

const appliedMigrations = statement<{ name: string }>(
  'applied_migrations',
  `select name from ${migrationsTable}`,
)

/** Migrations of this program that the database has not applied. */
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
