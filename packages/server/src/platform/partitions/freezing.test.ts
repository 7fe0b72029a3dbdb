// On a server with autovacuum: a partition that nothing is inserted into any more is frozen once, completely.
import { afterAll, expect, it } from 'vitest'
import { startCluster } from '../../../test/processes/cluster.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { provisionDatabase } from '../db/provisioning/provision.ts'
import { freezeClosedPartitions } from './freeze-closed-partitions.ts'

const cluster = await startCluster({ fsync: 'off', autovacuum: 'on', autovacuum_naptime: '1s' })
const { ownerUrl, appUrl } = await provisionDatabase({ adminUrl: cluster.url, database: 'parley' })
await migrate({ ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
const settings = { size: 2, applicationName: 'test', connectTimeoutMs: 30_000 }
const database = createPool({ ...settings, url: appUrl })
const owner = createPool({ ...settings, url: ownerUrl })
const admin = createPool({ ...settings, url: new URL('/parley', cluster.url).href })
afterAll(async () => {
  await Promise.all([database.end(), owner.end(), admin.end()])
  await cluster.stop()
})

/** Pages, and how many of them are frozen. */
const pagesOf = async (table: string): Promise<{ pages: number; frozen: number }> => {
  const { rows } = await admin.query<{ pages: number; frozen: number }>(
    `select pg_relation_size($1::regclass) / 8192 as pages, all_frozen as frozen from pg_visibility_map_summary($1::regclass)`,
    [table],
  )
  return rows[0] ?? { pages: 0, frozen: 0 }
}

it('closed partitions are frozen by autovacuum, and open ones are left alone', async () => {
  await admin.query('create extension pg_visibility')
  await owner.query(`select ensure_journal_partitions('2001-05-05')`)
  // Fewer rows than autovacuum would look at by itself.
  await owner.query(
    `insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
     select 1, at, 'contact.created', 1, '{}', sha256('x')
     from generate_series(1, 500), unnest(array[timestamptz '2001-05-05', now()]) as at`,
  )
  const insertMessages = `insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, status,
      consent_version, created_at, updated_at)
    select 1, $1::bigint + n, 1, 'out', 'text', '+12025550100', '+12025550101', 'x', 'accepted', 1, now(), now()
    from generate_series(1, 500) as n`
  const closedEnd = 80 * 5_000_000 * 1024
  await owner.query(insertMessages, [0])
  await owner.query(insertMessages, [closedEnd])
  expect(await freezeClosedPartitions(database)).toBeGreaterThan(0)
  expect(await freezeClosedPartitions(database)).toBe(0)
  await owner.query(`select setval('message_id', $1)`, [closedEnd + 1])
  // The partition of the texts and that of their deliveries.
  expect(await freezeClosedPartitions(database)).toBe(2)
  for (const table of ['journal_2001_04', 'message_00000'])
    await expect
      .poll(async () => {
        const { pages, frozen } = await pagesOf(table)
        return pages > 0 && pages === frozen
      })
      .toBe(true)
  expect(await pagesOf('message_00080')).toMatchObject({ frozen: 0 })
})

it('every new partition is frozen while it fills, a million rows at a time', async () => {
  const { rows } = await owner.query(
    `select partition::text from partition_ranges('message') union all select partition::text from partition_ranges('journal')
     except select oid::regclass::text from pg_class where reloptions @> '{autovacuum_freeze_min_age=0,autovacuum_vacuum_insert_scale_factor=0}'
       and reloptions && '{autovacuum_vacuum_insert_threshold=1000000,autovacuum_vacuum_insert_threshold=0}'`,
  )
  expect(rows).toEqual([])
})
