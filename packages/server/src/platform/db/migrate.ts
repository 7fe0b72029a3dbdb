import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations as migrateJobQueue } from 'graphile-worker'
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate'
import { type ClientBase, DatabaseError } from 'pg'
import { InstallationMismatchError } from './errors.ts'
import { buildIndexes } from './indexes/build-indexes.ts'
import { buildMissingIndexes } from './indexes/build-missing-indexes.ts'
import { migrationsFolder, migrationsTable } from './migrations.ts'
import { createPool, type Database } from './pool.ts'

export type Environment = 'sandbox' | 'production'

interface Migration {
  readonly ownerUrl: string
  /** Number of the cell, 1 to 1023. Fixed by the first migration, like the environment. */
  readonly cell: number
  readonly environment: Environment
  readonly log: (message: string) => void
  /** Replaced by tests. */
  readonly folder?: string
  readonly patienceMs?: number
}

/** A statement that waits for a table blocks everyone behind it, so it waits this long at most, and is tried again later. */
const lockTimeoutMs = 500
/** Between tries, so that what queued behind one gets through. */
const pauseMs = 3_000
const patienceMs = 600_000

/** Brings the database up to date and returns the names of the applied migrations. */
export async function migrate(migration: Migration): Promise<string[]> {
  const pool = createPool({
    url: migration.ownerUrl,
    size: 2,
    applicationName: 'parley migrate',
    connectTimeoutMs: 5_000,
  })
  try {
    return await migrateUnderLock(pool, migration)
  } finally {
    await pool.end()
  }
}

async function migrateUnderLock(pool: Database, migration: Migration): Promise<string[]> {
  const { cell, environment, log } = migration
  const client = await pool.connect()
  try {
    // One lock around everything, plus the library's own, so that its command line waits for us as well.
    await lock(client)
    await refuseOtherInstallation(client, { cell, environment })
    await client.query(
      `select set_config('parley.cell', $1, false), set_config('parley.environment', $2, false)`,
      [String(cell), environment],
    )
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    const applied = await applyPatiently(client, migration)
    await migrateJobQueue({ pgPool: pool, schema: 'graphile_worker', logger: new Logger(() => () => {}) })
    await client.query(grantJobQueue)
    // Without a partition, a row cannot be written. A database that was left alone for long has none for today.
    await client.query(
      'select ensure_journal_partitions(), ensure_message_partitions(), ensure_carrier_partitions(), ensure_log_partitions()',
    )
    await buildMissingIndexes(client)
    const built = await buildIndexes(client, join(migration.folder ?? migrationsFolder, 'concurrently'))
    for (const name of built) log(`built index ${name}`)
    for (const { name } of applied) log(`applied ${name}`)
    return applied.map(({ name }) => name)
  } finally {
    client.release(true) // also frees the lock and ends the transaction of a failed migration
  }
}

/** All pending migrations are one transaction: while somebody uses one of their tables for long, nothing has changed. */
async function applyPatiently(
  client: ClientBase,
  migration: Migration,
): Promise<{ readonly name: string }[]> {
  const { log } = migration
  const endMs = performance.now() + (migration.patienceMs ?? patienceMs)
  for (let isTold = false; ; isTold = true) {
    try {
      return await runner({
        dbClient: client,
        dir: migration.folder ?? migrationsFolder,
        migrationsTable,
        direction: 'up',
        noLock: true, // taken by the caller
        logger: { info: () => {}, warn: log, error: () => {} },
      })
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || performance.now() + pauseMs > endMs) throw error
      if (!isTold) log('A table is in use. Trying again every few seconds; sends go on meanwhile.')
      await sleep(pauseMs)
    }
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '55P03'

/** By asking again and again: building an index waits for every statement that runs, also for one that waits for this lock. */
async function lock(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${PG_MIGRATE_LOCK_ID}) as locked`,
    )
    if (rows[0]?.locked) return
    await sleep(100)
  }
}

async function refuseOtherInstallation(
  client: ClientBase,
  wanted: Pick<Migration, 'cell' | 'environment'>,
): Promise<void> {
  const { rows: tables } = await client.query(`select where to_regclass('public.installation') is not null`)
  if (tables.length === 0) return
  const { rows } = await client.query<typeof wanted>('select cell, environment from installation')
  for (const { cell, environment } of rows) {
    if (cell === wanted.cell && environment === wanted.environment) continue
    throw new InstallationMismatchError(
      `This database is cell ${cell} of ${environment} and cannot become cell ${wanted.cell} of ${wanted.environment}`,
    )
  }
}

// The library enables row-level security on its tables without a policy, which locks out every role but their owner.
const grantJobQueue = `
  grant usage on schema graphile_worker to parley_app;
  grant select on graphile_worker.migrations to parley_app;
  do $$
  declare
    job_table regclass;
  begin
    for job_table in
      select oid from pg_class
      where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and starts_with(relname, '_private_')
    loop
      execute format('grant select, insert, update, delete on %s to parley_app', job_table);
      if not exists (select from pg_policy where polrelid = job_table and polname = 'parley_app') then
        execute format('create policy parley_app on %s to parley_app using (true) with check (true)', job_table);
      end if;
    end loop;
  end
  $$`
