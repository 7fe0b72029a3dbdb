import { expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { inTransaction } from './in-transaction.ts'
import { statement } from './statement.ts'

const { database } = await useTestDatabase()

const sum = statement<{ sum: number }, [first: number, second: number]>(
  'sum',
  'select $1::int + $2::int as sum',
)
const prepared = statement<{ name: string; calls: number }>(
  'prepared',
  `select name, generic_plans + custom_plans as calls from pg_prepared_statements where name = 'sum'`,
)

it('a statement is prepared once and then run by its name', async () => {
  const statements = await inTransaction(database, async tx => {
    expect(await sum(tx, [1, 2])).toEqual([{ sum: 3 }])
    expect(await sum(tx, [3, 4])).toEqual([{ sum: 7 }])
    return prepared(tx, [])
  })
  expect(statements).toEqual([{ name: 'sum', calls: 2 }])
})

it('runs on the pool as well', async () => {
  expect(await sum(database, [5, 6])).toEqual([{ sum: 11 }])
})

it('a name that PostgreSQL would truncate is rejected when the statement is defined', () => {
  expect(() => statement('é'.repeat(31) + 'a', 'select')).not.toThrow()
  expect(() => statement('é'.repeat(32), 'select')).toThrow('longer than 63 bytes')
})

it('a name that another statement has is rejected when the statement is defined', () => {
  statement('test_of_names', 'select 1')
  expect(() => statement('test_of_names', 'select 1')).not.toThrow()
  expect(() => statement('test_of_names', 'select 2')).toThrow('Two statements have the name')
})
