// An installation with narrow partitions and default partitions is migrated without losing or misplacing a row.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDatabaseBefore } from '../../../test/database/before-migration.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/pool.ts'
import type { DatabaseUrls } from '../db/provisioning/database-urls.ts'

const thisMigration = '0041-lasting-partitions'
const block = 5_000_000 * 1024

let old: Awaited<ReturnType<typeof createDatabaseBefore>>
let urls: DatabaseUrls
let owner: Database

beforeEach(async () => {
  old = await createDatabaseBefore(thisMigration)
  urls = old.urls
  owner = old.owner
})
afterEach(() => old.drop())

const upgrade = (): Promise<string[]> => migrate({ ...urls, cell: 1, environment: 'sandbox', log: () => {} })

const insertMessages = (ids: readonly number[]): Promise<unknown> =>
  owner.query(
    `insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, status, consent_version,
       created_at, updated_at)
     select 1, id, 1, 'out', 'text', '+12025550100', '+12025550101', 'x', 'accepted', 1, now(), now()
     from unnest($1::bigint[]) as id`,
    [ids],
  )

const partitionsById = async (): Promise<unknown[]> => {
  const { rows } = await owner.query<{ id: number; name: string }>(
    'select id, tableoid::regclass::text as name from message order by id',
  )
  return rows.map(row => [row.id, row.name])
}

it('an installation without texts gets wide partitions only', async () => {
  expect(await upgrade()).toContain(thisMigration)
  const { rows } = await owner.query(
    `select partition::text, upper_bound from partition_ranges('message') order by lower_bound::bigint`,
  )
  expect(rows).toEqual([
    { partition: 'message_00000', upper_bound: String(80 * block) },
    { partition: 'message_00080', upper_bound: String(160 * block) },
  ])
})

it('partitions with texts stay, empty ones are replaced, and rows of the default partition move', async () => {
  await owner.query(`select setval('message_id', $1)`, [block + 1])
  const ids = [1, block - 1, block, block + 1]
  // Far ahead, and in a gap: as if nobody had created partitions in time.
  const strays = [4 * block, 7 * block + 3]
  await insertMessages([...ids, ...strays])
  expect(await partitionsById()).toContainEqual([7 * block + 3, 'message_default'])
  await upgrade()
  expect(await partitionsById()).toEqual([
    [1, 'message_00000'],
    [block - 1, 'message_00000'],
    [block, 'message_00001'],
    [block + 1, 'message_00001'],
    [4 * block, 'message_00002'],
    [7 * block + 3, 'message_00002'],
  ])
  const { rows } = await owner.query(`select to_regclass('message_default') as name, message_room() as room`)
  expect(rows).toEqual([{ name: null, room: expect.toSatisfy((room: number) => room >= 400_000_000) }])
  await insertMessages([block + 2, 3 * block])
})

it('entries of the month in which an installation began, and of any other without a partition, move', async () => {
  const insert = (at: string): Promise<unknown> =>
    owner.query(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
       values (1, ${at}, 'contact.created', 1, '{}', sha256('x'))`,
    )
  await owner.query('select ensure_journal_partitions()')
  const instants = [
    `timestamptz '2025-11-17 10:00Z'`,
    `timestamptz '2025-12-31 23:59:59.999Z'`,
    `timestamptz '2026-01-01 00:00Z'`,
    'now()',
    `now() + interval '2 years'`,
  ]
  for (const at of instants) await insert(at)
  await upgrade()
  const { rows } = await owner.query<{ name: string }>(
    `select tableoid::regclass::text as name from journal order by occurred_at`,
  )
  expect(rows.map(row => row.name).slice(0, 3)).toEqual([
    'journal_2025_10',
    'journal_2025_10',
    'journal_2026_01',
  ])
  const { rows: misplaced } = await owner.query(
    `select from journal join partition_ranges('journal') on partition = journal.tableoid
     where occurred_at < lower_bound::timestamptz or occurred_at >= upper_bound::timestamptz`,
  )
  expect([rows.length, misplaced.length]).toEqual([5, 0])
  await expect(owner.query('delete from journal_2025_10')).rejects.toMatchObject({ code: '23000' })
  await insert('now()')
})

it('more rows than can be moved in a moment are refused, and nothing changes until it is allowed', async () => {
  await owner.query(
    `insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, status, consent_version,
       created_at, updated_at)
     select 1, 9 * $1::bigint + n, 1, 'out', 'text', '+12025550100', '+12025550101', 'x', 'accepted', 1, now(), now()
     from generate_series(1, 50001) as n`,
    [block],
  )
  await expect(upgrade()).rejects.toThrow('message_default holds more than 50000 rows')
  const { rows } = await owner.query('select count(*) from message_default')
  expect(rows).toEqual([{ count: 50_001 }])
  vi.stubEnv('PGOPTIONS', '-c parley.rows_to_move=1000000')
  await upgrade()
  vi.unstubAllEnvs()
  const { rows: moved } = await owner.query('select count(*) from message_00000')
  expect(moved).toEqual([{ count: 50_001 }])
})

it('waits for an open reader without making others wait for longer than a moment', async () => {
  const reader = await owner.connect()
  await reader.query('begin')
  await reader.query('select from journal limit 1')
  const upgraded = upgrade()
  const sender = await owner.connect()
  await sender.query(`set lock_timeout = '2s'`)
  for (let id = 1; id <= 20; id += 1) await sender.query('select from message where id = $1', [id])
  await reader.query('commit')
  reader.release()
  sender.release()
  expect(await upgraded).toContain(thisMigration)
})
