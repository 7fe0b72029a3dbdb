import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { useTestDatabase } from '../../../../test/database/database.ts'
import { buildIndexes } from './build-indexes.ts'

const { owner } = await useTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'parley-indexes-'))
afterAll(() => rm(folder, { recursive: true }))

const build = async (): Promise<string[]> => {
  const client = await owner.connect()
  try {
    return await buildIndexes(client, folder)
  } finally {
    client.release(true)
  }
}
const file = (text: string): Promise<void> => writeFile(join(folder, 'reading_by_value.sql'), text)

beforeEach(async () => {
  await file('create index concurrently reading_by_value on reading (value)')
  await owner.query('create table reading (at integer, value integer)')
  onTestFinished(async () => {
    await owner.query('drop table reading')
  })
})

it('builds an index once', async () => {
  expect(await build()).toEqual(['reading_by_value'])
  expect(await build()).toEqual([])
})

it('builds again what an interrupted build left over', async () => {
  await owner.query('insert into reading values (1, 7), (2, 7)')
  await expect(
    owner.query('create unique index concurrently reading_by_value on reading (value)'),
  ).rejects.toMatchObject({ code: '23505' })
  expect(await build()).toEqual(['reading_by_value'])
  expect(
    (await owner.query('select indisvalid from pg_index where indrelid = $1::regclass', ['reading'])).rows,
  ).toEqual([{ indisvalid: true }])
})

it('keeps no writer waiting, although a transaction with a writer is open', async () => {
  const writer = await owner.connect()
  onTestFinished(() => writer.release(true))
  await writer.query('begin')
  await writer.query('insert into reading values (1, 1)')
  const building = build()
  await writer.query(`set local lock_timeout = '1s'`)
  for (let count = 0; count < 20; count += 1) await writer.query('insert into reading values (2, 2)')
  await writer.query('commit')
  expect(await building).toEqual(['reading_by_value'])
})

it('says so when a file does not build the index that it is named after', async () => {
  await file('create index concurrently another on reading (value)')
  await expect(build()).rejects.toThrow('reading_by_value.sql does not build the index reading_by_value')
})
