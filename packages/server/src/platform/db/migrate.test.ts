import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { adminUrl } from '../../../test/database/admin-url.ts'
import { migrate } from './migrate.ts'
import { migrationNames, migrationsFolder, pendingMigrations } from './migrations.ts'
import { createPool, type Database } from './pool.ts'
import type { DatabaseUrls } from './provisioning/database-urls.ts'
import { dropDatabase } from './provisioning/drop-database.ts'
import { provisionDatabase } from './provisioning/provision.ts'

const settings = { size: 1, applicationName: 'test', connectTimeoutMs: 30_000 }
const sandbox = { cell: 7, environment: 'sandbox', log: () => {} } as const

let name: string
let urls: DatabaseUrls
let owner: Database
let app: Database

beforeEach(async () => {
  name = `parley_migrate_${randomBytes(6).toString('hex')}`
  urls = await provisionDatabase({ adminUrl, database: name })
  owner = createPool({ ...settings, url: urls.ownerUrl })
  app = createPool({ ...settings, url: urls.appUrl })
})
/** Gives the database what a first run gives it, from a copy: a first run takes two seconds. */
async function startMigrated(): Promise<void> {
  await Promise.all([owner.end(), app.end()])
  await dropDatabase(adminUrl, name)
  const admin = createPool({ ...settings, url: adminUrl })
  await admin.query(`create database ${name} template ${await migratedTemplate()} owner parley_owner`)
  await admin.end()
  owner = createPool({ ...settings, url: urls.ownerUrl })
  app = createPool({ ...settings, url: urls.appUrl })
}

const template = `parley_migrate_${randomBytes(6).toString('hex')}`
let templating: Promise<string> | undefined
const migratedTemplate = (): Promise<string> => (templating ??= makeTemplate())

async function makeTemplate(): Promise<string> {
  const { ownerUrl } = await provisionDatabase({ adminUrl, database: template })
  await migrate({ ...sandbox, ownerUrl })
  return template
}
afterAll(() => dropDatabase(adminUrl, template))

afterEach(async () => {
  await Promise.all([owner.end(), app.end()])
  await dropDatabase(adminUrl, name)
})

it('the first run applies every file in order and records the installation', async () => {
  const lines: string[] = []
  const applied = await migrate({ ...sandbox, ...urls, log: line => lines.push(line) })
  expect(applied).toEqual(await migrationNames())
  const rest = lines.filter(line => !line.startsWith('built index '))
  expect(rest).toEqual(applied.map(migration => `applied ${migration}`))
  const { rows } = await app.query('select cell, environment from installation')
  expect(rows).toEqual([{ cell: 7, environment: 'sandbox' }])
  await expect(app.query('create temporary table thing ()')).rejects.toMatchObject({ code: '42501' })
})

it('the second run changes nothing', async () => {
  await startMigrated()
  const before = await owner.query('table schema_migration')
  expect(await migrate({ ...sandbox, ...urls })).toEqual([])
  expect((await owner.query('table schema_migration')).rows).toEqual(before.rows)
})

it('of four runs at once, one applies the migrations and all succeed', async () => {
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate({ ...sandbox, ...urls })))
  expect(runs.flat()).toEqual(await migrationNames())
})

it.each([
  { cell: 7, environment: 'production' },
  { cell: 8, environment: 'sandbox' },
] as const)('a database of cell 7 of sandbox refuses to become cell $cell of $environment', async other => {
  await startMigrated()
  await expect(migrate({ ...sandbox, ...urls, ...other })).rejects.toThrow(
    `is cell 7 of sandbox and cannot become cell ${other.cell} of ${other.environment}`,
  )
})

it('two environments that race for an empty database: one gets it, the other is refused', async () => {
  const outcomes = await Promise.allSettled(
    (['sandbox', 'production'] as const).map(environment => migrate({ ...sandbox, ...urls, environment })),
  )
  expect(outcomes.map(outcome => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it.each([0, 1024, -1])('cell %i is refused and leaves nothing behind', async cell => {
  await expect(migrate({ ...sandbox, ...urls, cell })).rejects.toThrow('cell_is_from_1_to_1023')
  expect(await pendingMigrations(owner)).toEqual(await migrationNames())
  await migrate({ ...sandbox, ...urls })
})

it.each([1, 7, 1023])('in cell %i, ids step by 1024 from the cell number', async cell => {
  await migrate({ ...sandbox, ...urls, cell })
  await owner.query(`select create_id_sequence('thing_id')`)
  const { rows } = await app.query(`select nextval('thing_id') as id from generate_series(1, 3)`)
  expect(rows.map(row => row.id)).toEqual([cell, cell + 1024, cell + 2048])
})

it('ids end below 2^53 instead of wrapping around', async () => {
  await startMigrated()
  await owner.query(`select create_id_sequence('thing_id')`)
  await owner.query(`select setval('thing_id', 9007199254740991)`)
  await expect(app.query(`select nextval('thing_id')`)).rejects.toMatchObject({ code: '2200H' })
  await expect(app.query(`select setval('thing_id', 7)`)).rejects.toMatchObject({ code: '42501' })
})

it('all migrations are pending, then none, also for the application role', async () => {
  expect(await pendingMigrations(app)).toEqual(await migrationNames())
  await migrate({ ...sandbox, ...urls })
  expect(await pendingMigrations(app)).toEqual([])
  await owner.query('delete from schema_migration')
  expect(await pendingMigrations(app)).toEqual(await migrationNames())
})

it('provisioning repeatedly or concurrently is harmless; fresh starts from an empty database', async () => {
  await owner.query('create table kept ()')
  await Promise.all([1, 2, 3, 4].map(() => provisionDatabase({ adminUrl, database: name })))
  await expect(owner.query('table kept')).resolves.toBeDefined()
  await provisionDatabase({ adminUrl, database: name, fresh: true })
  await expect(owner.query('table kept')).rejects.toThrow('does not exist')
})

it('a production database is not dropped for a fresh start', async () => {
  await migrate({ ...urls, cell: 1, environment: 'production', log: () => {} })
  await expect(provisionDatabase({ adminUrl, database: name, fresh: true })).rejects.toThrow(
    'production database',
  )
  expect(await pendingMigrations(app)).toEqual([])
})

it('a migration that meets a long reader waits for it, and nobody waits long behind the migration', async () => {
  await startMigrated()
  const folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  await writeFile(join(folder, '9999-note.sql'), 'alter table installation add column note text;')
  const reader = createPool({ ...settings, url: urls.appUrl })
  const client = await reader.connect()
  try {
    await client.query('begin')
    await client.query('select cell from installation')
    const impatient = migrate({ ...sandbox, ...urls, folder, patienceMs: 0 })
    await expect(impatient).rejects.toMatchObject({ code: '55P03' })
    const lines: string[] = []
    let isMigrated = false
    const migrating = migrate({ ...sandbox, ...urls, folder, log: line => lines.push(line) }).finally(() => {
      isMigrated = true
    })
    const waits: number[] = []
    for (const endMs = performance.now() + 5_000; performance.now() < endMs; await sleep(20)) {
      const startedMs = performance.now()
      await app.query('select cell from installation')
      waits.push(performance.now() - startedMs)
    }
    expect(isMigrated).toBe(false)
    // One that waited for the lock without a limit would have stopped the first of these for five seconds.
    expect(Math.max(...waits)).toBeLessThan(2_500)
    expect(Math.max(...waits)).toBeGreaterThan(100)
    await client.query('commit')
    expect(await migrating).toEqual(['9999-note'])
    expect(lines).toContain('A table is in use. Trying again every few seconds; sends go on meanwhile.')
  } finally {
    client.release(true)
    await reader.end()
    await rm(folder, { recursive: true })
  }
})
