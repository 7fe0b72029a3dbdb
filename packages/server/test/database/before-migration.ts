import { randomBytes } from 'node:crypto'
import { runner } from 'node-pg-migrate'
import { migrationNames, migrationsFolder, migrationsTable } from '../../src/platform/db/migrations.ts'
import { createPool, type Database } from '../../src/platform/db/pool.ts'
import type { DatabaseUrls } from '../../src/platform/db/provisioning/database-urls.ts'
import { dropDatabase } from '../../src/platform/db/provisioning/drop-database.ts'
import { provisionDatabase } from '../../src/platform/db/provisioning/provision.ts'
import { adminUrl } from './admin-url.ts'

interface OldDatabase {
  readonly urls: DatabaseUrls
  readonly owner: Database
  /** Also closes the owner's connections. */
  drop(): Promise<void>
}

/** A database of its own with every migration before this one. */
export async function createDatabaseBefore(migration: string): Promise<OldDatabase> {
  const name = `parley_migrate_${randomBytes(6).toString('hex')}`
  const urls = await provisionDatabase({ adminUrl, database: name })
  const owner = createPool({ url: urls.ownerUrl, size: 3, applicationName: 'test', connectTimeoutMs: 30_000 })
  const client = await owner.connect()
  await client.query(
    `select set_config('parley.cell', '1', false), set_config('parley.environment', 'sandbox', false)`,
  )
  await runner({
    dbClient: client,
    dir: migrationsFolder,
    migrationsTable,
    direction: 'up',
    count: (await migrationNames()).indexOf(migration),
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  })
  client.release(true)
  return {
    urls,
    owner,
    drop: async () => {
      await owner.end()
      await dropDatabase(adminUrl, name)
    },
  }
}
