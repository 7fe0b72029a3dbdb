// What a single database cannot show: prepared transactions, a standby, a restore to an earlier moment, and a dump in another cluster.
import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import { databaseUrls } from '../../packages/server/src/platform/db/provisioning/database-urls.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'
import { Publication } from '../../packages/server/src/sealing/publish/publication.ts'
import { adoptLog } from '../../packages/server/src/sealing/sequence/adopt-log.ts'
import { type Pass, sequenceEntries } from '../../packages/server/src/sealing/sequence/sequence-entries.ts'
import { LogTree } from '../../packages/server/src/sealing/tree/log-tree.ts'
import { findBinaries } from '../../packages/server/test/processes/cluster.ts'
import { writeEntries } from '../../packages/server/test/write-entries.ts'
import { databaseUser, PostgresNode } from '../machine/postgres-node.ts'
import { databaseName } from '../machine/service-database.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'parley-clusters-'))
const archive = join(folder, 'archive')
const backup = join(folder, 'backup')
const settings = {
  max_prepared_transactions: 5,
  archive_mode: 'on',
  archive_command: `cp %p ${archive}/%f`,
} as const

const nodes: PostgresNode[] = []
const pools: Database[] = []
afterAll(async () => {
  await Promise.all(pools.map(pool => pool.end()))
  for (const node of nodes) node.killNow()
  await rm(folder, { recursive: true })
})

function open(url: string): Database {
  const pool = createPool({ url, size: 3, applicationName: 'test', connectTimeoutMs: 30_000 })
  pools.push(pool)
  return pool
}

function openAll(node: PostgresNode) {
  const { appUrl, ownerUrl, sealerUrl } = databaseUrls(node.url, databaseName)
  return { app: open(appUrl), owner: open(ownerUrl), sealer: open(sealerUrl) }
}

/** A sealer that has just started, with the key and the last signed checkpoint of this folder. */
async function seal(sealer: Database, name = 'log'): Promise<Pass> {
  const place = {
    origin: `clusters.test/${name}`,
    directory: join(folder, name),
    keyFile: join(folder, `${name}-key`),
  }
  const publication = new Publication(sealer, place)
  const tree = new LogTree(publication)
  const pass = await sequenceEntries(sealer, tree)
  if (pass.kind === 'sequenced') await publication.publish(tree)
  return pass
}

/** Numbers of an advisor's entries, by place in the log. */
async function numbersOf(pool: Database, advisorId: number): Promise<number[]> {
  const { rows } = await pool.query<{ seq: number }>(
    'select seq from log_entry where owner_id = $1 order by log_index',
    [advisorId],
  )
  return rows.map(({ seq }) => seq)
}

const write = (app: Database, advisorId: number, entries = 1): Promise<void> =>
  writeEntries(
    app,
    Array.from({ length: entries }, () => ({ advisorId })),
  )

let primary: PostgresNode
let on: ReturnType<typeof openAll>
beforeAll(async () => {
  await mkdir(archive)
  const { uid, gid } = await databaseUser()
  if (uid !== undefined && gid !== undefined)
    await Promise.all([folder, archive].map(path => chown(path, uid, gid)))
  primary = await PostgresNode.create(folder, 'primary', settings)
  nodes.push(primary)
  await primary.start()
  const { ownerUrl } = await provisionDatabase({ adminUrl: primary.url, database: databaseName })
  await migrate({ ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
  on = openAll(primary)
  await write(on.app, 1, 3)
  await seal(on.sealer)
})

describe('a prepared transaction', () => {
  it('holds nothing up, and its entries come when it is committed, also after a crash', async () => {
    const client = await on.app.connect()
    await client.query('begin')
    await client.query(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
       values (2, clock_timestamp(), 'test.written', 1, '{}', '{}', sha256(''), sha256(''))`,
    )
    await client.query(`prepare transaction 'one'`)
    client.release()
    await write(on.app, 2, 2)
    expect(await seal(on.sealer)).toEqual({ kind: 'sequenced', entries: 2 })
    await primary.crash()
    await write(on.app, 2)
    expect(await seal(on.sealer)).toEqual({ kind: 'sequenced', entries: 1 })
    await on.app.query(`commit prepared 'one'`)
    expect(await seal(on.sealer)).toEqual({ kind: 'sequenced', entries: 1 })
    expect(await seal(on.sealer)).toEqual({ kind: 'sequenced', entries: 0 })
    expect(await numbersOf(on.sealer, 2)).toEqual([1, 2, 3, 4])
  })
})

describe('a standby', () => {
  it('is refused, and goes on with every entry once it is the primary', async () => {
    const { port } = primary
    const standby = await PostgresNode.copy(folder, 'standby', { sourcePort: port, linkPort: port, settings })
    nodes.push(standby)
    await standby.start()
    const there = openAll(standby)
    await write(on.app, 3, 2)
    await expect.poll(() => countOf(there.sealer, 3)).toBe(2)
    expect(await seal(there.sealer)).toEqual({ kind: 'refused', why: 'standby' })
    await standby.promote()
    // The same log under another name: the one of this folder goes on at the first primary below.
    await write(there.app, 3)
    expect(await seal(there.sealer, 'promoted')).toEqual({ kind: 'sequenced', entries: 3 })
    expect(await numbersOf(there.sealer, 3)).toEqual([1, 2, 3])
    await standby.kill()
  })
})

describe('a database restored to an earlier moment', () => {
  it('is refused, and goes on only as a log of its own', async () => {
    await primary.backUp(backup)
    await write(on.app, 4, 2)
    await seal(on.sealer)
    const { rows } = await on.owner.query<{ now: Date }>('select clock_timestamp() as now')
    await write(on.app, 4, 2)
    expect(await seal(on.sealer)).toEqual({ kind: 'sequenced', entries: 2 })
    await open(new URL(`/${databaseName}`, primary.url).href).query('select pg_switch_wal()')
    await expect.poll(async () => (await run('ls', [archive])).stdout.split('\n').length).toBeGreaterThan(2)
    const restored = await PostgresNode.restore(folder, 'restored', {
      backup,
      fetch: `cp ${archive}/%f %p`,
      ...(rows[0] && { until: rows[0].now }),
      settings,
    })
    nodes.push(restored)
    await restored.start()
    const there = openAll(restored)
    await expect.poll(() => isOpen(there.sealer)).toBe(true)
    expect(await numbersOf(there.sealer, 4)).toEqual([1, 2])
    expect(await seal(there.sealer)).toEqual({ kind: 'refused', why: 'shrunk' })
    // Nothing is written, so more entries do not help.
    await write(there.app, 4, 5)
    expect(await seal(there.sealer)).toEqual({ kind: 'refused', why: 'shrunk' })
    expect(await numbersOf(there.sealer, 4)).toEqual([1, 2])
    // Adopting is for clusters. What was signed is not unsigned by it.
    await adoptLog(there.sealer)
    expect(await seal(there.sealer)).toEqual({ kind: 'refused', why: 'forked' })
    expect(await seal(there.sealer, 'after-restore')).toMatchObject({ kind: 'sequenced' })
    expect(await numbersOf(there.sealer, 4)).toEqual([1, 2, 3, 4, 5, 6, 7])
    await restored.kill()
  })
})

describe('a dump in another cluster', () => {
  it('is refused until it is adopted, and then misses and repeats nothing', async () => {
    await write(on.app, 5, 2)
    await seal(on.sealer)
    // Not in the log when it is dumped.
    await write(on.app, 5)
    const other = await PostgresNode.create(folder, 'other', settings)
    nodes.push(other)
    await other.start()
    await provisionDatabase({ adminUrl: other.url, database: databaseName })
    const superuser = new URL(`/${databaseName}`, other.url).href
    const dump = join(folder, 'dump.sql')
    const binaries = await findBinaries()
    await run(join(binaries, 'pg_dump'), ['-f', dump, new URL(`/${databaseName}`, primary.url).href])
    await run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-f', dump, superuser])
    const there = openAll(other)
    expect(await seal(there.sealer)).toEqual({ kind: 'refused', why: 'other_cluster' })
    await write(there.app, 5)
    expect(await seal(there.sealer)).toEqual({ kind: 'refused', why: 'other_cluster' })
    expect(await adoptLog(there.sealer)).toEqual({ kind: 'adopted', added: 2 })
    await write(there.app, 5)
    // Under the same name: what was signed before is the beginning of it.
    expect(await seal(there.sealer)).toEqual({ kind: 'sequenced', entries: 1 })
    expect(await numbersOf(there.sealer, 5)).toEqual([1, 2, 3, 4, 5])
  })
})

async function countOf(pool: Database, advisorId: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from journal_commitment where advisor_id = $1',
    [advisorId],
  )
  return rows[0]?.count ?? 0
}

/** Promoted, after the restore. */
async function isOpen(pool: Database): Promise<boolean> {
  const { rows } = await pool.query<{ isOpen: boolean }>('select not pg_is_in_recovery() as "isOpen"')
  return rows[0]?.isOpen ?? false
}
