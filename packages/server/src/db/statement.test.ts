import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { inTransaction } from './in-transaction.ts'
import { statement } from './statement.ts'

const { database, drop } = await createTestDatabase()
afterAll(drop)

const sum = statement<{ sum: number }, [first: number, second: number]>(
  'sum',
  'select $1::int + $2::int as sum',
)
const prepared = statement<{ name: string; calls: number }>(
  'prepared',
  `select name, generic_plans + custom_plans as calls from pg_prepared_statements where name = 'sum'`,
)

test('a statement is prepared once and then run by its name', async () => {
  const statements = await inTransaction(database, async tx => {
    expect(await sum(tx, [1, 2])).toEqual([{ sum: 3 }])
    expect(await sum(tx, [3, 4])).toEqual([{ sum: 7 }])
    return prepared(tx, [])
  })
  expect(statements).toEqual([{ name: 'sum', calls: 2 }])
})

test('it runs on the pool as well', async () => {
  expect(await sum(database, [5, 6])).toEqual([{ sum: 11 }])
})

test('a name that PostgreSQL would cut is refused when the statement is defined', () => {
  expect(() => statement('é'.repeat(31) + 'a', 'select')).not.toThrow()
  expect(() => statement('é'.repeat(32), 'select')).toThrow('longer than 63 bytes')
})
