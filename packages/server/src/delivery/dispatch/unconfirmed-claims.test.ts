// On a server whose commits wait for a standby: a claim that is not confirmed in time.
import { afterAll, expect, it, vi } from 'vitest'
import { dispatchers } from '../../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  outboxSize,
} from '../../../test/carriers/texting.ts'
import { startCluster } from '../../../test/processes/cluster.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createPool } from '../../platform/db/pool.ts'
import { provisionDatabase } from '../../platform/db/provisioning/provision.ts'

const cluster = await startCluster()
const { ownerUrl, appUrl } = await provisionDatabase({ adminUrl: cluster.url, database: 'parley' })
await migrate({ ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
const settings = { size: 6, applicationName: 'test', connectTimeoutMs: 30_000 }
const database = createPool({ ...settings, url: appUrl })
// The observer does not wait for the standby.
const admin = createPool({ ...settings, url: `${cluster.url}?options=-c%20synchronous_commit%3Dlocal` })
const { dispatch, stopAll } = dispatchers(database)
afterAll(async () => {
  await stopAll()
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

it('texts claimed during a standby outage are sent when it is back, not when their lease ends', async () => {
  const sender = await createSender(database)
  const ids = await acceptTexts(database, sender, await createMembers(database, sender, 20))
  const carrier = createScriptedCarrier({ canLookUp: true })
  await setStandby('nobody')
  dispatch({ carrier, leaseMs: 60_000 })
  // Longer than the commit timeout.
  await new Promise(resolve => setTimeout(resolve, 7_000))
  expect(carrier.written).toEqual([])
  await setStandby('')
  await eventually('all are sent', async () => (await outboxSize(database)) === 0, 20_000)
  expect(ids.map(id => carrier.taken.get(String(id)))).toEqual(ids.map(() => 1))
})
