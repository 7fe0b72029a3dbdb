// Several carriers in one installation: who carries what, how fast, and what the operator sees of it.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { createScriptedCarrier, type ScriptedCarrier } from '../../../test/scripted-carrier.ts'
import { createRoom, credentials, type ScriptedSmsc, startSmsc } from '../../../test/smpp/scripted-smsc.ts'
import { acceptTexts, createMembers, createSender, eventually, type Sender } from '../../../test/texting.ts'
import { installation, startWorker } from '../../../test/twilio/twilio-account.ts'
import type { Database } from '../../db/pool.ts'
import { addCarrier } from './add-carrier.ts'
import { changeCarrier } from './change-carrier.ts'
import { type ListedCarrier, listCarriers } from './list-carriers.ts'
import { routeNumbers } from './route-numbers.ts'
import { tryCarrier } from './try-carrier.ts'

const room = createRoom()
const secretKey = randomBytes(32)
const here = installation(secretKey)
const changing = { ...here, secretKey: () => secretKey }
let database: Database
let simulator: ScriptedCarrier
beforeEach(async () => {
  const made = await createTestDatabase()
  database = made.database
  simulator = createScriptedCarrier({ name: 'simulator' })
  room.onClose(made.drop)
})
afterEach(room.close)

function work(key = secretKey): void {
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

/** Texts from a number of its own, or from one that is given. */
async function send(count: number, sender?: Sender): Promise<Sender> {
  const from = sender ?? (await createSender(database))
  await acceptTexts(database, from, await createMembers(database, from, count))
  return from
}

const numbersAt = ({ messages }: ScriptedSmsc): Set<string> =>
  new Set(messages.map(({ message }) => `+${message.body.source}`))

const listed = async (name: string): Promise<ListedCarrier | undefined> =>
  (await listCarriers(database)).find(carrier => carrier.name === name)

it('lets the simulator carry everything in a sandbox where nothing is configured', async () => {
  work()
  await send(3)
  await eventually('they have left', () => simulator.written.length === 3)
  await eventually('it is seen', async () => (await listed('simulator'))?.state?.workersUp === 1)
  expect(await listed('simulator')).toMatchObject({ kind: 'simulator', configured: null })
})

it('gives each number to its carrier, and the others to the default, without a restart', async () => {
  work()
  const [one, two] = [await startCarrier(), await startCarrier()]
  const [first, second, third] = [await send(0), await send(0), await send(0)]
  await add('one', one)
  await add('two', two)
  await routeNumbers(database, 'one', [first.number])
  await routeNumbers(database, 'two', [second.number])
  for (const sender of [first, second, third]) await send(5, sender)
  await eventually(
    'all have left',
    () => one.messages.length + two.messages.length + simulator.written.length === 15,
  )
  expect(numbersAt(one)).toEqual(new Set([first.number]))
  expect(numbersAt(two)).toEqual(new Set([second.number]))
  expect(new Set(simulator.written.map(({ from }) => from))).toEqual(new Set([third.number]))

  await changeCarrier(database, changing, 'two', { isDefault: true })
  await routeNumbers(database, 'two', [first.number])
  await send(5, first)
  await send(5, third)
  await eventually('they have left by the other', () => two.messages.length === 15)
  expect(numbersAt(two)).toEqual(new Set([first.number, second.number, third.number]))
  expect(one.messages).toHaveLength(5)
})

it('holds back what is for a carrier that is paused or down, and nothing else', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc)
  await changeCarrier(database, changing, 'acme', { isPaused: true })
  work()
  const [held, free] = [await send(0), await send(0)]
  await routeNumbers(database, 'acme', [held.number])
  await eventually('it is bound', async () => (await listed('acme'))?.state?.workersUp === 1)
  await send(5, held)
  await send(5, free)
  await eventually('the others have left', () => simulator.written.length === 5)
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect(smsc.messages).toEqual([])
  expect(smsc.receivers.areThere).toBe(true)
  await changeCarrier(database, changing, 'acme', { isPaused: false })
  await eventually('they leave', () => smsc.messages.length === 5)
})

it('keeps the pace of an account over all its numbers and workers', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc, { textsPerSecond: 20, isDefault: true })
  work()
  work()
  await eventually('both are bound', async () => (await listed('acme'))?.state?.workersUp === 2)
  for (let number = 0; number < 4; number += 1) await send(20)
  await eventually('all have left', () => smsc.messages.length === 80, 30_000)
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
  await eventually('they leave at once', () => smsc.messages.length === 680, 30_000)
  expect(performance.now() - began).toBeLessThan(20_000)
})

it('shares the pace of an account among its numbers', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc, { textsPerSecond: 3, isDefault: true })
  await changeCarrier(database, changing, 'acme', { isPaused: true })
  work()
  for (let number = 0; number < 4; number += 1) await send(3)
  await changeCarrier(database, changing, 'acme', { isPaused: false })
  await eventually('most have left', () => smsc.messages.length >= 8)
  // Nobody waits until the others are done.
  expect(new Set(smsc.messages.slice(0, 8).map(({ message }) => message.body.source)).size).toBe(4)
})

it('connects anew with other credentials, and tells what is wrong until then', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc, { password: 'hunter2', isDefault: true })
  work()
  await eventually('it is told', async () => typeof (await listed('acme'))?.state?.lastError === 'string')
  const { state } = (await listed('acme')) ?? {}
  expect(state).toMatchObject({ workersUp: 0, bound: 0, binds: 1 })
  expect(state?.lastError).not.toContain('hunter2')
  expect(await tryCarrier(database, { secretKey: () => secretKey, publicOrigin: '' }, 'acme')).toMatchObject({
    ending: 'failed',
  })
  await send(3)
  await changeCarrier(database, changing, 'acme', { credentials })
  await eventually('they leave', () => smsc.messages.length === 3)
  expect(await tryCarrier(database, { secretKey: () => secretKey, publicOrigin: '' }, 'acme')).toMatchObject({
    ending: 'connected',
  })
})

it('shows bound links, the window and the rate, and forgets a worker that is gone', async () => {
  const smsc = await startCarrier()
  await add('acme', smsc, { isDefault: true })
  const worker = startWorker(database, secretKey, simulator)
  await send(30)
  await eventually('the rate is seen', async () => ((await listed('acme'))?.state?.textsPerSecond ?? 0) > 0)
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
  await eventually('it is told', async () => typeof (await listed('two'))?.state?.lastError === 'string')
  expect((await listed('two'))?.state?.lastError).toBe(
    'PARLEY_SECRET_KEY does not open the credentials of the carrier two',
  )
  expect((await listed('simulator'))?.state?.workersUp).toBe(1)
})

it('leaves an attempt of one carrier to that carrier', async () => {
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
