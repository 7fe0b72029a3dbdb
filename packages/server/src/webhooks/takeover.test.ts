// When a worker is killed, another delivers in its place within seconds. One that only hangs may still have requests under way.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPhone } from '../../test/servers/texting-server.ts'
import { sendTexts, startWebhooks, until, type WebhookSetting } from '../../test/servers/webhooks-server.ts'
import { createPool, type Database } from '../platform/db/pool.ts'

let setting: WebhookSetting
const pools: Database[] = []
/** Statements that dead workers still wait for fail, so that the test can end. */
const buries: (() => void)[] = []
beforeAll(async () => {
  setting = await startWebhooks()
})
afterAll(async () => {
  for (const bury of buries) bury()
  for (const pool of pools) void pool.end()
  await setting.close()
})

/** A worker whose process stops at a moment: it sends no statement any more, and its connections live on or not. */
function createMortal(applicationName: string) {
  let isStopped = false
  const ending = Promise.withResolvers<never>()
  ending.promise.catch(() => {})
  const pool = createPool({
    url: setting.server.databaseUrl,
    size: 5,
    applicationName,
    connectTimeoutMs: 10_000,
  })
  pools.push(pool)
  buries.push(() => ending.reject(new Error('the process is dead')))
  const database = new Proxy(pool, {
    get: (target, property) => {
      const value = Reflect.get(target, property, target) as unknown
      if (typeof value !== 'function') return value
      return (...values: unknown[]): unknown =>
        isStopped ? ending.promise : (Reflect.apply(value, target, values) as unknown)
    },
  })
  return {
    database,
    stop: async (connections: 'live' | 'end'): Promise<void> => {
      isStopped = true
      if (connections === 'live') return
      await setting.server.database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [applicationName],
      )
    },
  }
}

it('a dead worker is replaced in seconds, a silent one only when its lease has ended', async () => {
  const application = await setting.server.addApplication()
  const advisor = await application.welcome()
  /** An endpoint that a worker has delivered to before it stopped. */
  const leftBy = async (name: string, connections: 'live' | 'end') => {
    const endpoint = await setting.createEndpoint(application, { types: ['message.accepted'] })
    const mortal = createMortal(name)
    setting.deliver(mortal.database)
    await sendTexts(advisor, newPhone(), 1)
    await until(() => endpoint.arrived().length === 1)
    await mortal.stop(connections)
    return endpoint
  }
  const ofHanging = await leftBy('hanging', 'live')
  const ofDead = await leftBy('dying', 'end')
  setting.deliver()
  await sendTexts(advisor, newPhone(), 1)
  const sentAtMs = performance.now()
  // What the dead one did not record comes again.
  await until(() => new Set(ofDead.arrived().map(({ event }) => event.id)).size === 2)
  expect(performance.now() - sentAtMs).toBeLessThan(15_000)
  await sleep(8_000)
  expect(ofHanging.arrived()).toHaveLength(1)
})
