// On a server whose standby never connects: a replayed response is acknowledged no sooner than the first.
import { afterAll, expect, it, vi } from 'vitest'
import { startCluster } from '../../../test/processes/cluster.ts'
import { CommitUnconfirmedError } from '../db/errors.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { provisionDatabase } from '../db/provisioning/provision.ts'
import { fingerprint } from './fingerprint.ts'
import { runOnce } from './run-once.ts'
import { findStoredResponses } from './stored-responses.ts'

const cluster = await startCluster()
const { ownerUrl, appUrl } = await provisionDatabase({ adminUrl: cluster.url, database: 'parley' })
await migrate({ ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
const settings = { size: 2, applicationName: 'test', connectTimeoutMs: 30_000 }
const database = createPool({ ...settings, url: appUrl })
// The observer does not wait for the standby.
const admin = createPool({ ...settings, url: `${cluster.url}?options=-c%20synchronous_commit%3Dlocal` })
afterAll(async () => {
  await Promise.all([database.end(), admin.end()])
  await cluster.stop()
})

async function setStandby(name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
  await vi.waitFor(async () => {
    const { rows } = await database.query('show synchronous_standby_names')
    expect(rows).toEqual([{ synchronous_standby_names: name }])
  }, 60_000)
}

it('a response that the standby has not confirmed is not replayed until it has', async () => {
  let effects = 0
  const key = {
    advisorId: 1,
    applicationId: 1,
    operation: 'sendMessage',
    key: 'one',
    fingerprint: fingerprint({}),
  }
  const ask = async (): Promise<unknown> => {
    const idempotency = { key, replayed: false }
    const work = async (): Promise<number> => (effects += 1)
    return inTransaction(database, tx => runOnce(tx, idempotency, work), { commitDeadlineMs: 300 })
      .then(answer => ({ answer, replayed: idempotency.replayed }))
      .catch((error: unknown) => error)
  }
  await setStandby('nobody')
  expect(await ask()).toEqual(new CommitUnconfirmedError('deadline'))
  // The first is cancelled by now, and its row is visible.
  await vi.waitFor(async () => {
    const { rows } = await database.query('select answer from idempotency_key')
    expect(rows).toEqual([{ answer: 1 }])
  }, 60_000)
  expect(await ask()).toEqual(new CommitUnconfirmedError('deadline'))
  const look = inTransaction(
    database,
    tx => findStoredResponses(tx, [{ idempotency: { key, replayed: false } }]),
    {
      commitDeadlineMs: 300,
    },
  )
  await expect(look).rejects.toEqual(new CommitUnconfirmedError('deadline'))
  await setStandby('')
  expect(await ask()).toEqual({ answer: 1, replayed: true })
  expect(effects).toBe(1)
})
