import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, inject } from 'vitest'
import { createPool, type Database } from '../../src/platform/db/pool.ts'
import { databaseUrls } from '../../src/platform/db/provisioning/database-urls.ts'
import { dropDatabase } from '../../src/platform/db/provisioning/drop-database.ts'
import { adminUrl } from './admin-url.ts'

interface TestDatabase {
  /** As the application role, like the service. */
  readonly database: Database
  readonly owner: Database
  /** As the role of `parley sealer`. */
  readonly sealer: Database
  readonly url: string
  readonly ownerUrl: string
  readonly sealerUrl: string
  readonly drop: () => Promise<void>
}

/** A separate, migrated, empty database: cell 1 of a sandbox. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const hash = inject('templateHash')
  const name = `parley_test_${hash}_${randomBytes(6).toString('hex')}`
  await clone(`parley_template_${hash}`, name)
  const { ownerUrl, appUrl, sealerUrl } = databaseUrls(adminUrl, name)
  // Small pools: test files run side by side and share the server's 100 connections.
  const database = createPool({ url: appUrl, size: 4, applicationName: 'test', connectTimeoutMs: 30_000 })
  const owner = createPool({ url: ownerUrl, size: 2, applicationName: 'test', connectTimeoutMs: 30_000 })
  const sealer = createPool({ url: sealerUrl, size: 3, applicationName: 'test', connectTimeoutMs: 30_000 })
  // A clone does not inherit the grants on the database itself.
  await owner.query(
    `revoke all on database ${name} from public; grant connect on database ${name} to parley_app, parley_sealer`,
  )
  return {
    database,
    owner,
    sealer,
    url: appUrl,
    ownerUrl,
    sealerUrl,
    drop: async () => {
      await Promise.all([database.end(), owner.end(), sealer.end()])
      await dropDatabase(adminUrl, name)
    },
  }
}

/** For all tests of a file. Call it before anything that uses it: hooks run in reverse, so it is dropped last. */
export async function useTestDatabase(): Promise<Omit<TestDatabase, 'drop'>> {
  const { drop, ...database } = await createTestDatabase()
  afterAll(drop)
  return database
}

async function clone(template: string, name: string): Promise<void> {
  const admin = new Client(adminUrl)
  await admin.connect()
  try {
    await admin.query(`create database ${name} template ${template} owner parley_owner`)
  } finally {
    await admin.end()
  }
}
