import type { PoolClient } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { useTestDatabase } from '../../../../test/database/database.ts'
import { buildMissingIndexes } from './build-missing-indexes.ts'

const { owner } = await useTestDatabase()

const build = async (): Promise<void> => {
  const client = await owner.connect()
  try {
    await buildMissingIndexes(client)
  } finally {
    client.release(true)
  }
}

const indexesOf = async (table: string, db: Pick<PoolClient, 'query'> = owner): Promise<unknown[]> => {
  const { rows } = await db.query(
    `select indrelid::regclass::text as on, indisvalid as valid from pg_index
     where indrelid = $1::regclass or indrelid in (select inhrelid from pg_inherits where inhparent = $1::regclass)
     order by 1`,
    [table],
  )
  return rows
}

it('builds an index of the parent on every partition and attaches it, also after a build that was interrupted', async () => {
  await owner.query(`
    create table reading (at integer, value integer) partition by range (at);
    create table reading_1 partition of reading for values from (0) to (100);
    create table reading_2 partition of reading for values from (100) to (200);
    insert into reading select n, n % 7 from generate_series(0, 199) as n;
    create index reading_by_value on only reading (value);
    create index reading_1_reading_by_value on reading_1 (value)`)
  onTestFinished(async () => {
    await owner.query('drop table reading')
  })
  await build()
  const everywhere = ['reading', 'reading_1', 'reading_2'].map(on => ({ on, valid: true }))
  expect(await indexesOf('reading')).toEqual(everywhere)
  await build()
  expect(await indexesOf('reading')).toEqual(everywhere)
})

it('keeps no writer waiting, although a transaction with a writer is open', async () => {
  await owner.query(`
    create table reading (at integer, value integer) partition by range (at);
    create table reading_1 partition of reading for values from (0) to (100);
    create index reading_by_value on only reading (value)`)
  const writer = await owner.connect()
  onTestFinished(async () => {
    writer.release(true)
    await owner.query('drop table reading')
  })
  await writer.query('begin')
  await writer.query('insert into reading values (1, 1)')
  const building = build()
  await writer.query(`set local lock_timeout = '1s'`)
  for (let count = 0; count < 20; count += 1) await writer.query('insert into reading values (2, 2)')
  expect(await indexesOf('reading', writer)).not.toEqual(
    ['reading', 'reading_1'].map(on => ({ on, valid: true })),
  )
  await writer.query('commit')
  await building
  expect(await indexesOf('reading')).toEqual(['reading', 'reading_1'].map(on => ({ on, valid: true })))
})

it('has nothing left to do after a migration', async () => {
  const { rows } = await owner.query(
    'select indexrelid::regclass::text as index from pg_index where not indisvalid',
  )
  expect(rows).toEqual([])
})
