// Once per run of the tests: a migrated database that test files clone, and one with a sandbox that e2e/ clones.
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { seedDatabase } from '../../src/cli/sandbox/seed-sandbox.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { databaseUrls } from '../../src/platform/db/provisioning/database-urls.ts'
import { provisionDatabase } from '../../src/platform/db/provisioning/provision.ts'
import { adminUrl } from './admin-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Part of the names of the template and of all its clones. */
    templateHash: string
  }
}

// Every user of a template holds a shared lock on its hash. A template without a lock is left over from an older
// schema or a killed run and is dropped. One more lock serialises all of this.
const setupLock = 'parley test setup'

export async function prepareTemplate(project: TestProject): Promise<() => Promise<void>> {
  const hash = await hashSchema()
  project.provide('templateHash', hash)
  const admin = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 })
  await admin.connect().catch(cause => {
    throw new Error('Tests need PostgreSQL: set TEST_DATABASE_URL to a superuser of one', { cause })
  })
  try {
    await lock(admin, setupLock)
    await dropUnused(admin, hash)
    await admin.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [hash])
    await buildTemplate(admin, `parley_template_${hash}`)
    await buildSandbox(admin, hash)
    await unlock(admin, setupLock)
  } catch (error) {
    await admin.end() // Vitest would wait for it
    throw error
  }
  return () => admin.end()
}

async function buildTemplate(admin: Client, template: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
  if (rowCount === 1) return
  // Renamed when complete, so that a killed setup leaves nothing that looks like a template.
  const building = `${template}_building`
  const { ownerUrl } = await provisionDatabase({ adminUrl, database: building, fresh: true })
  await migrate({ ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
  await admin.query(`alter database ${building} with allow_connections false`)
  await admin.query(`alter database ${building} rename to ${template}`)
}

/** `parley dev` takes ten times as long on an empty database. e2e/ knows the server from outside, so the name is in the environment. */
async function buildSandbox(admin: Client, hash: string): Promise<void> {
  const sandbox = `parley_sandbox_${hash}`
  process.env['SANDBOX_TEMPLATE'] = sandbox
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [sandbox])
  if (rowCount === 1) return
  const building = `${sandbox}_building`
  await admin.query(`drop database if exists ${building} with (force)`)
  await admin.query(`create database ${building} template parley_template_${hash} owner parley_owner`)
  const { appUrl } = databaseUrls(adminUrl, building)
  const database = createPool({ url: appUrl, size: 2, applicationName: 'test', connectTimeoutMs: 5_000 })
  await seedDatabase(database)
  await database.end()
  await admin.query(`alter database ${building} with allow_connections false`)
  await admin.query(`alter database ${building} rename to ${sandbox}`)
}

async function dropUnused(admin: Client, current: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string; hash: string }>(
    `select datname, substring(datname from '^parley_(?:template|sandbox|test)_([0-9a-f]{12})') as hash
     from pg_database where datname ~ '^parley_(template|sandbox|test)_[0-9a-f]{12}' and datname <> all($1)`,
    [[`parley_template_${current}`, `parley_sandbox_${current}`]],
  )
  for (const { datname, hash } of rows) {
    if (!(await tryLock(admin, hash))) continue
    await admin.query(`drop database if exists ${datname} with (force)`)
    await unlock(admin, hash)
  }
}

/** Of everything that decides what a migrated database looks like; package.json for the job queue's version. */
async function hashSchema(): Promise<string> {
  const folder = new URL('../../migrations/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('.sql'))
  const migrations = files.toSorted().map(file => new URL(file, folder))
  const programs = ['migrate.ts', 'indexes/build-missing-indexes.ts', 'indexes/build-indexes.ts'].map(
    name => `../../src/platform/db/${name}`,
  )
  const seeds = globSync('../../src/**/seed*.ts', { cwd: fileURLToPath(new URL('.', import.meta.url)) })
  const sources = ['../../package.json', ...programs, ...seeds.toSorted()].map(
    file => new URL(file, import.meta.url),
  )
  const hash = createHash('sha256')
  for (const file of [...sources, ...migrations]) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}

async function lock(admin: Client, key: string): Promise<void> {
  await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', [key])
}

async function tryLock(admin: Client, key: string): Promise<boolean> {
  const { rows } = await admin.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as locked', [key])
  return rows[0].locked
}

async function unlock(admin: Client, key: string): Promise<void> {
  await admin.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key])
}
