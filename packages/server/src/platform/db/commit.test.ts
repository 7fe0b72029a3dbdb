// On a server that waits for a standby that never connects: COMMIT hangs until something ends it.
import { afterAll, expect, it, vi } from 'vitest'
import { startCluster } from '../../../test/processes/cluster.ts'
import { CommitUnconfirmedError, classifyDatabaseError } from './errors.ts'
import { inTransaction } from './in-transaction.ts'
import { createPool } from './pool.ts'

const cluster = await startCluster()
const settings = { size: 2, connectTimeoutMs: 30_000 }
const database = createPool({
  ...settings,
  url: cluster.url,
  applicationName: 'service',
  statementTimeoutMs: 2_000,
})
// The observer does not wait for the standby.
const observer = createPool({
  ...settings,
  url: `${cluster.url}?options=-c%20synchronous_commit%3Dlocal`,
  applicationName: 'observer',
})
await observer.query('create table note (id integer)')
await setStandby('nobody')
await untilCommitsWait()
await noneWaits()
afterAll(async () => {
  await Promise.all([database.end(), observer.end()])
  await cluster.stop()
})

function save(commitDeadlineMs: number): Promise<unknown> {
  return inTransaction(database, tx => tx.query('insert into note values (1)'), { commitDeadlineMs })
    .then(() => 'acknowledged')
    .catch((error: unknown) => error)
}

/** A commit waits only once the checkpointer has read the setting, which may be later than the backend. */
function untilCommitsWait(): Promise<void> {
  return vi.waitFor(async () => {
    expect(await save(1_500)).toEqual(new CommitUnconfirmedError('deadline'))
  }, 60_000)
}

function noneWaits(): Promise<void> {
  return vi.waitFor(async () => {
    const { rows } = await observer.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
    expect(rows).toEqual([])
  }, 60_000)
}

/** Calls a function of the server on each backend that waits for the standby. */
const interrupt = (command: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rowCount } = await observer.query(
        `select ${command}(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 60_000, interval: 20 },
  )

it('a commit whose replication was cancelled is not acknowledged, though the server reports success', async () => {
  const saving = save(60_000)
  await interrupt('pg_cancel_backend')
  const error = await saving
  expect(error).toEqual(new CommitUnconfirmedError('not replicated'))
  expect(classifyDatabaseError(error)).toBe('unconfirmed')
})

it('a role that hides warnings makes no difference', async () => {
  await observer.query('alter role postgres set client_min_messages = error')
  const saving = save(60_000)
  await interrupt('pg_cancel_backend')
  expect(await saving).toEqual(new CommitUnconfirmedError('not replicated'))
  await observer.query('alter role postgres reset client_min_messages')
})

it('a commit that is killed is unconfirmed', async () => {
  const saving = save(60_000)
  await interrupt('pg_terminate_backend')
  expect(await saving).toEqual(new CommitUnconfirmedError('connection lost'))
})

it('a commit that takes longer than its deadline is unconfirmed', async () => {
  const start = performance.now()
  expect(await save(2_500)).toEqual(new CommitUnconfirmedError('deadline'))
  const elapsedMs = performance.now() - start
  expect(elapsedMs).toBeGreaterThan(2_490)
  expect(elapsedMs).toBeLessThan(30_000)
})

it('overdue commits hold no backend on the server, and reads still work', async () => {
  await Promise.all(Array.from({ length: 6 }, () => save(200)))
  await expect(database.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  await noneWaits()
})

it('when the standby is no longer required, commits are acknowledged again', async () => {
  await setStandby('')
  expect(await save(60_000)).toBe('acknowledged')
})

async function setStandby(name: string): Promise<void> {
  await observer.query(`alter system set synchronous_standby_names = '${name}'`)
  await observer.query('select pg_reload_conf()')
  await vi.waitFor(async () => {
    const { rows } = await database.query('show synchronous_standby_names')
    expect(rows).toEqual([{ synchronous_standby_names: name }])
  }, 60_000)
}
