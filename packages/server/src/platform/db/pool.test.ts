import { createServer } from 'node:net'
import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { adminUrl } from '../../../test/database/admin-url.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { classifyDatabaseError } from './errors.ts'
import { createPool } from './pool.ts'

const { database, url, ownerUrl } = await useTestDatabase()

const settings = { size: 1, applicationName: 'pool test', connectTimeoutMs: 300 }

it('a bigint arrives as a number, alone and in arrays', async () => {
  const { rows } = await database.query(
    `select 9007199254740991 as largest, -9007199254740991 as least, array[[1, null], [2, 3]]::bigint[] as nested`,
  )
  expect(rows).toEqual([
    {
      largest: Number.MAX_SAFE_INTEGER,
      least: Number.MIN_SAFE_INTEGER,
      nested: [
        [1, null],
        [2, 3],
      ],
    },
  ])
})

it.each(['9007199254740992', '-9007199254740992', 'array[9007199254740993]', '9223372036854775807'])(
  'a bigint beyond the safe integers is refused: %s',
  async value => {
    await expect(database.query(`select ${value}`)).rejects.toThrow(RangeError)
  },
)

it('numeric and date stay text, exact and without a time zone', async () => {
  const { rows } = await database.query(`select 0.10::numeric as amount, '2024-02-29'::date as day`)
  expect(rows).toEqual([{ amount: '0.10', day: '2024-02-29' }])
})

it('other users of pg in the process keep their own parsers', async () => {
  const plain = new Client(url)
  await plain.connect()
  const { rows } = await plain.query('select 9007199254740993 as id')
  await plain.end()
  expect(rows).toEqual([{ id: '9007199254740993' }])
})

it('a database that refuses, or does not respond, fails fast', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => silent.once('listening', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  for (const host of ['127.0.0.1:1', `127.0.0.1:${port}`]) {
    const pool = createPool({ ...settings, url: `postgres://parley_app@${host}/parley` })
    const start = performance.now()
    expect(await failureOf(pool.query('select'))).toBe('unavailable')
    expect(performance.now() - start).toBeLessThan(5_000)
    await pool.end()
  }
  silent.close()
})

it('a caller who gets no connection in time gets an unavailable error', async () => {
  const pool = createPool({ ...settings, url })
  const taken = await pool.connect()
  expect(await failureOf(pool.query('select'))).toBe('unavailable')
  taken.release()
  await pool.end()
})

it('connections that are killed, idle or not, do not end the process, and the pool recovers', async () => {
  const pool = createPool({ ...settings, size: 2, url })
  const taken = await pool.connect()
  await pool.query('select')
  const { rowCount } = await terminate('pool test')
  expect(rowCount).toBe(2)
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await failureOf(taken.query('select'))).toBe('unavailable')
  taken.release()
  // On a busy machine the end of the idle connection may be noticed late.
  await vi.waitFor(() => expect(pool.totalCount).toBe(0), 60_000)
  await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  await pool.end()
  expect(await failureOf(pool.query('select'))).toBe('unavailable')
})

it('a slow statement is ended by the server', async () => {
  const pool = createPool({ ...settings, url, statementTimeoutMs: 100 })
  expect(await failureOf(pool.query('select pg_sleep(5)'))).toBe('timeout')
  await pool.end()
})

it('an idle transaction is ended, and its row locks are released', async () => {
  const pool = createPool({ ...settings, size: 2, url, idleInTransactionMs: 200 })
  const lock = 'select from simulator_setting for update'
  const silent = await pool.connect()
  await silent.query('begin')
  await silent.query(lock)
  const start = performance.now()
  await pool.query(lock)
  expect(performance.now() - start).toBeGreaterThan(100)
  expect(performance.now() - start).toBeLessThan(20_000)
  expect(await failureOf(silent.query('commit'))).not.toBe('success')
  silent.release(true)
  await pool.end()
})

it('no setting of role, database or URL hides warnings', async () => {
  const pool = createPool({ ...settings, url: `${url}?options=-c%20client_min_messages%3Derror` })
  const { rows } = await pool.query('show client_min_messages')
  expect(rows).toEqual([{ client_min_messages: 'warning' }])
  await pool.end()
})

async function failureOf(query: Promise<unknown>): Promise<string> {
  return query.then(() => 'success', classifyDatabaseError)
}

async function terminate(applicationName: string): Promise<{ rowCount: number | null }> {
  const admin = createPool({ ...settings, url: new URL(new URL(ownerUrl).pathname, adminUrl).href })
  const result = await admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`,
    [applicationName],
  )
  await admin.end()
  return result
}
