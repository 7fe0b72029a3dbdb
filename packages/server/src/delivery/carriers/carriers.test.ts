// Several carriers in one installation: routing, pace, and what the operator sees.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScriptedCarrier, type ScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  type Sender,
} from '../../../test/carriers/texting.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import { createSecretKeys } from '../../../test/people/create-secret-keys.ts'
import { createRoom, credentials, type ScriptedSmsc, startSmsc } from '../../../test/smpp/scripted-smsc.ts'
import { installation, startWorker } from '../../../test/twilio/twilio-account.ts'
import type { Database } from '../../platform/db/pool.ts'
import { addCarrier } from './add-carrier.ts'
import { changeCarrier } from './change-carrier.ts'
import { type ListedCarrier, listCarriers } from './list-carriers.ts'
import { routeNumbers } from './route-numbers.ts'
import { tryCarrier } from './try-carrier.ts'

const room = createRoom()
const secretKeys = createSecretKeys()
const here = installation(secretKeys)
const changing = { ...here, secretKeys: () => secretKeys }
let database: Database
let simulator: ScriptedCarrier
beforeEach(async () => {
  const made = await createTestDatabase()
  database = made.database
  simulator = createScriptedCarrier({ name: 'simulator' })
  room.onClose(made.drop)
})
afterEach(room.close)

function work(key = secretKeys): void {
  const worker = startWorker(database, key, simulator)
  room.onClose(() => worker.stop())
}

async function startCarrier(): Promise<ScriptedSmsc> {
  const smsc = await startSmsc()
  room.onClose(() => smsc.close())
  return smsc
}

interface Terms {
  readonly textsPerSecond?: number | null
  readonly isDefault?: boolean
  readonly password?: string
}

const add = (name: string, { port }: { readonly port: number }, terms: Terms = {}): Promise<void> =>
  addCarrier(database, here, {
    name,
    settings: { kind: 'smpp', host: '127.0.0.1', port },
    credentials: { ...credentials, ...(terms.password !== undefined && { password: terms.password }) },
    textsPerSecond: terms.textsPerSecond ?? null,
    isDefault: terms.isDefault ?? false,
  })

/** Sends texts from a new number, or from the given one. */
async function send(count: number, sender?: Sender): Promise<Sender> {
  const from = sender ?? (await createSender(database))
  await acceptTexts(database, from, await createMembers(database, from, count))
  return from
}

const numbersAt = ({ messages }: ScriptedSmsc): Set<string> =>
  new Set(messages.map(({ message }) => `+${message.body.source}`))

const listed = async (name: string): Promise<ListedCarrier | undefined> =>
  (await listCarriers(database)).find(carrier => carrier.name === name)

it('refuses unencrypted carriers in production unless the operator allows them', async () => {
  const plain = { kind: 'smpp', host: 'smpp.example.com', port: 2775 } as const
  const addPlain = (settings: typeof plain & { readonly tls?: undefined }): Promise<void> =>
    addCarrier(
      database,
      { ...here, environment: 'production' },
      {
        name: 'plain',
        settings,
        credentials,
        textsPerSecond: null,
        isDefault: false,
      },
    )
  await expect(addPlain(plain)).rejects.toThrow('Choose TLS, or state')
  await addPlain({ ...plain, tls: undefined })
  expect(await listed('plain')).toMatchObject({ name: 'plain' })
})

it('uses the simulator for everything in an unconfigured sandbox', async () => {
  work()
  await send(3)
  await eventually('they are sent', () => simulator.written.length === 3)
  await eventually('it is listed', async () => (await listed('simulator'))?.state?.workersUp === 1)
  expect(await listed('simulator')).toMatchObject({ kind: 'simulator', configured: null })
})

it('routes each number to its carrier and the others to the default, without a restart', async () => {
  work()
  const [one, two] = [await startCarrier(), await startCarrier()]
  const [first, second, third] = [await send(0), await send(0), await send(0)]
  await add('one', one)
  await add('two', two)
  await routeNumbers(database, 'one', [first.number])
  await routeNumbers(database, 'two', [second.number])
  for (const sender of [first, second, third]) await send(5, sender)
  await eventually(
    'all are sent',
    () => one.messages.length + two.messages.length + simulator.written.length === 15,
  )
  expect(numbersAt(one)).toEqual(new Set([first.number]))
  expect(numbersAt(two)).toEqual(new Set([second.number]))
  expect(new Set(simulator.written.map(({ from }) => from))).toEqual(new Set([third.number]))

  await changeCarrier(database, changing, 'two', { isDefault: true })
  await routeNumbers(database, 'two', [first.number])
  await send(5, first)
  await send(5, third)
  await eventually('the other carrier has sent them', () => two.messages.length === 15)
  expect(numbersAt(two)).toEqual(new Set([first.number, second.number, third.number]))
  expect(one.messages).toHaveLength(5)
})

it('holds back only texts for a carrier that is paused or down', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc)
  await changeCarrier(database, changing, 'acme', { isPaused: true })
  work()
  const [held, free] = [await send(0), await send(0)]
  await routeNumbers(database, 'acme', [held.number])
  await eventually('it is bound', async () => (await listed('acme'))?.state?.workersUp === 1)
  await send(5, held)
  await send(5, free)
  await eventually('the others are sent', () => simulator.written.length === 5)
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect(smsc.messages).toEqual([])
  expect(smsc.receivers.areThere).toBe(true)
  await changeCarrier(database, changing, 'acme', { isPaused: false })
  await eventually('they are sent', () => smsc.messages.length === 5)
})

it('keeps an account’s pace across all its numbers and workers', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc, { textsPerSecond: 20, isDefault: true })
  work()
  work()
  await eventually('both are bound', async () => (await listed('acme'))?.state?.workersUp === 2)
  for (let number = 0; number < 4; number += 1) await send(20)
  await eventually('all are sent', () => smsc.messages.length === 80)
  const times = smsc.messages.map(({ atMs }) => atMs)
  // A second's worth at once, then twenty a second. Texts may bunch up on a busy machine, but not all of them.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2_500)
  const crowded = times.filter(
    (atMs, index) => (times[index + 60] ?? Number.POSITIVE_INFINITY) - atMs < 1_000,
  )
  expect(crowded).toEqual([])
  await changeCarrier(database, changing, 'acme', { textsPerSecond: null })
  await new Promise(resolve => setTimeout(resolve, 300))
  const began = performance.now()
  // At that pace they would take half a minute.
  await send(600)
  await eventually('they are sent at once', () => smsc.messages.length === 680)
  expect(performance.now() - began).toBeLessThan(28_000)
})

it('shares an account’s pace among its numbers', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc, { textsPerSecond: 3, isDefault: true })
  await changeCarrier(database, changing, 'acme', { isPaused: true })
  work()
  for (let number = 0; number < 4; number += 1) await send(3)
  await changeCarrier(database, changing, 'acme', { isPaused: false })
  await eventually('most are sent', () => smsc.messages.length >= 8)
  // No number waits until the others are done.
  expect(new Set(smsc.messages.slice(0, 8).map(({ message }) => message.body.source)).size).toBe(4)
})

it('reconnects with new credentials and reports the error until then', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc, { password: 'hunter2', isDefault: true })
  work()
  await eventually(
    'the error is reported',
    async () => typeof (await listed('acme'))?.state?.lastError === 'string',
  )
  const { state } = (await listed('acme')) ?? {}
  expect(state).toMatchObject({ workersUp: 0, bound: 0, binds: 1 })
  expect(state?.lastError).not.toContain('hunter2')
  expect(
    await tryCarrier(database, { secretKeys: () => secretKeys, publicOrigin: '' }, 'acme'),
  ).toMatchObject({
    ending: 'failed',
  })
  await send(3)
  await changeCarrier(database, changing, 'acme', { credentials })
  await eventually('they are sent', () => smsc.messages.length === 3)
  expect(
    await tryCarrier(database, { secretKeys: () => secretKeys, publicOrigin: '' }, 'acme'),
  ).toMatchObject({
    ending: 'connected',
  })
})

it('shows bound links, window and rate, and drops a worker that is gone', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc, { isDefault: true })
  const worker = startWorker(database, secretKeys, simulator)
  await send(30)
  await eventually('the rate is shown', async () => ((await listed('acme'))?.state?.textsPerSecond ?? 0) > 0)
  expect((await listed('acme'))?.state).toMatchObject({
    workers: 1,
    workersUp: 1,
    bound: 1,
    binds: 1,
    window: 10,
  })
  await worker.stop()
  expect((await listed('acme'))?.state).toBeNull()
})

it('keeps credentials encrypted, each for its own carrier', async () => {
  const smsc = await startCarrier()
  await add('one', smsc, { password: 'correct horse' })
  await add('two', smsc, { password: 'battery' })
  const { rows } = await database.query('select * from carrier')
  const stored = JSON.stringify(rows) + rows.map(row => String(row.encrypted_credentials)).join('')
  expect(stored).not.toMatch(/correct horse|battery|parley_app/)
  expect(stored).not.toContain(credentials.systemId)
  await database.query(
    `update carrier set encrypted_credentials = (select encrypted_credentials from carrier where name = 'one')
     where name = 'two'`,
  )
  work()
  await eventually(
    'the error is reported',
    async () => typeof (await listed('two'))?.state?.lastError === 'string',
  )
  expect((await listed('two'))?.state?.lastError).toBe(
    'PARLEY_SECRET_KEY cannot decrypt the credentials of the carrier two',
  )
  expect((await listed('simulator'))?.state?.workersUp).toBe(1)
})

it('leaves a carrier’s attempt to that carrier', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc)
  const sender = await send(1)
  await database.query(
    `update outbox set claim_id = gen_random_uuid(), lease_until = now() - interval '1 s', attempts = 1, carrier = 'other'`,
  )
  work()
  await new Promise(resolve => setTimeout(resolve, 3_000))
  const { rows } = await database.query('select carrier, attempts from outbox where number = $1', [
    sender.number,
  ])
  expect(rows).toEqual([{ carrier: 'other', attempts: 1 }])
})
