import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export const migrationsFolder: string = fileURLToPath(new URL('../../migrations', import.meta.url))
export const migrationsTable = 'schema_migration'

/** The names of all migrations in order, as the migrations table records them. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(migrationsFolder)
  return files
    .filter(file => file.endsWith('.sql'))
    .map(file => file.slice(0, -'.sql'.length))
    .toSorted()
}
