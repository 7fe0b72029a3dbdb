// Retired carriers: what is refused, what workers do, and what is still received.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScriptedCarrier, type ScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  readTexts,
} from '../../../test/carriers/texting.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import { createSecretKeys } from '../../../test/people/create-secret-keys.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { createRoom, credentials, type ScriptedSmsc, startSmsc } from '../../../test/smpp/scripted-smsc.ts'
import { installation, startTwilioInstallation, startWorker } from '../../../test/twilio/twilio-account.ts'
import type { Database } from '../../platform/db/pool.ts'
import { addCarrier } from '../carriers/add-carrier.ts'
import { changeCarrier } from '../carriers/change-carrier.ts'
import { type ListedCarrier, listCarriers } from '../carriers/list-carriers.ts'
import { restoreCarrier } from '../carriers/restore-carrier.ts'
import { retireCarrier } from '../carriers/retire-carrier.ts'
import { routeNumbers } from '../carriers/route-numbers.ts'
import { receiveText } from '../replies/receive-text.ts'

const room = createRoom()
const secretKeys = createSecretKeys()
const here = installation(secretKeys)
const changing = { ...here, secretKeys: () => secretKeys }
let database: Database
let owner: Database
let simulator: ScriptedCarrier
let smsc: ScriptedSmsc
beforeEach(async () => {
  const made = await createTestDatabase()
  database = made.database
  owner = made.owner
  simulator = createScriptedCarrier({ name: 'simulator' })
  room.onClose(made.drop)
  smsc = await startSmsc()
  room.onClose(() => smsc.close())
  await addCarrier(database, here, {
    name: 'acme',
    settings: { kind: 'smpp', host: '127.0.0.1', port: smsc.port },
    credentials,
    textsPerSecond: null,
    isDefault: false,
  })
})
afterEach(room.close)

function work(key = secretKeys): void {
  const worker = startWorker(database, key, simulator)
  room.onClose(() => worker.stop())
}

const retire = (name = 'acme'): Promise<void> => retireCarrier(database, here, name)
const listed = async (name = 'acme'): Promise<ListedCarrier | undefined> =>
  (await listCarriers(database)).find(carrier => carrier.name === name)
const toldStates = async (): Promise<number> =>
  (
    await database.query(
      `select from carrier_state where carrier = 'acme' and updated_at > now() - interval '1 s'`,
    )
  ).rows.length

it('workers disconnect a retired carrier, stop reporting it, and reconnect when it is restored', async () => {
  work()
  await eventually('it is bound', async () => (await listed())?.state?.workersUp === 1)
  await retire()
  await eventually('the link is closed', () => !smsc.receivers.areThere)
  await eventually('no state is reported', async () => (await toldStates()) === 0)
  expect(await listed()).toMatchObject({ state: null, configured: { retiredAt: expect.any(Date) as Date } })
  expect((await listCarriers(database)).map(({ name }) => name)).toEqual(['simulator', 'acme'])
  // Its alert would fire for every worker that starts.
  work()
  await eventually('the others are reported', async () => (await listed('simulator'))?.state?.workers === 2)
  expect(await toldStates()).toBe(0)
  await restoreCarrier(database, here, 'acme')
  await eventually('both are bound', async () => (await listed())?.state?.workersUp === 2)
  expect((await listed())?.configured?.retiredAt).toBeNull()
})

it('a retired carrier whose credentials cannot be read is no longer reported as broken', async () => {
  work(createSecretKeys())
  await eventually(
    'the error is reported',
    async () => typeof (await listed())?.state?.lastError === 'string',
  )
  await retire()
  await eventually('no state is reported', async () => (await toldStates()) === 0)
  expect((await listed())?.state).toBeNull()
})

it('a carrier cannot be retired while it is the default, has numbers or a text in flight', async () => {
  const sender = await createSender(database)
  await routeNumbers(database, 'acme', [sender.number])
  await changeCarrier(database, changing, 'acme', { isDefault: true })
  const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1))
  await database.query(
    `update outbox set claim_id = gen_random_uuid(), lease_until = now() - interval '1 s', attempts = 1, carrier = 'acme'`,
  )
  await expect(retire()).rejects.toThrow(
    /It is the default.*One number is routed through it.*One text is being handed/,
  )
  await changeCarrier(database, changing, 'simulator', { isDefault: true })
  await expect(retire()).rejects.toThrow(
    /retired yet\. One number is routed through it.*One text is being handed/,
  )
  await routeNumbers(database, 'simulator', [sender.number])
  await expect(retire()).rejects.toThrow(/retired yet\. One text is being handed/)
  work()
  await eventually(
    'a worker settles it',
    async () => (await readTexts(database, [id]))[0]?.status === 'unconfirmed',
  )
  await retire()
  expect((await listed())?.configured?.retiredAt).toBeInstanceOf(Date)
})

it('texts waiting for a retired carrier are sent by the one its numbers are routed to', async () => {
  await changeCarrier(database, changing, 'acme', { isPaused: true })
  const sender = await createSender(database)
  await routeNumbers(database, 'acme', [sender.number])
  work()
  await acceptTexts(database, sender, await createMembers(database, sender, 3))
  await routeNumbers(database, 'simulator', [sender.number])
  await retire()
  await eventually('they are sent', () => simulator.written.length === 3)
  expect(smsc.messages).toEqual([])
})

it('a retired carrier cannot get numbers, become the default or be paused', async () => {
  await retire()
  const { configured } = (await listed()) ?? {}
  const words = 'The carrier acme is retired.'
  await expect(routeNumbers(database, 'acme', ['+12025550123'])).rejects.toThrow(words)
  await expect(changeCarrier(database, changing, 'acme', { isDefault: true })).rejects.toThrow(words)
  await expect(changeCarrier(database, changing, 'acme', { isPaused: false })).rejects.toThrow(words)
  await retire()
  expect((await listed())?.configured).toEqual(configured)
})

it('the simulator and unknown carriers cannot be retired', async () => {
  await expect(retire('simulator')).rejects.toThrow('The simulator cannot be retired')
  await expect(retire('nobody')).rejects.toThrow('There is no carrier nobody.')
})

it('the leftovers of a retired carrier are settled: a dead worker’s attempt, an incomplete STOP', async () => {
  const sender = await createSender(database)
  const [memberId = 0] = await createMembers(database, sender, 1)
  const [id = 0] = await acceptTexts(database, sender, [memberId])
  await retire()
  // A claim that was committing at that moment.
  await database.query(
    `update outbox set claim_id = gen_random_uuid(), lease_until = now() - interval '1 s', attempts = 1, carrier = 'acme'`,
  )
  const phone = newPhone()
  await receiveText(database, 'acme', {
    carrierMessageId: randomUUID(),
    from: phone,
    to: sender.number,
    text: 'STOP',
    sentAt: new Date(),
    part: { reference: 'udh8:7', number: 1, count: 2 },
  })
  await owner.query(`update inbound_part set received_at = now() - interval '1 minute'`)
  work()
  await eventually(
    'the text is unconfirmed',
    async () => (await readTexts(database, [id]))[0]?.status === 'unconfirmed',
  )
  await eventually('the STOP is processed', async () => {
    const { rows } = await database.query('select consent from member where phone = $1', [phone])
    return rows[0]?.consent === 'opted_out'
  })
  expect(simulator.written.filter(({ to }) => to !== phone)).toEqual([])
})

it('a retired carrier can still deliver webhooks: a STOP, and a receipt', async () => {
  const all = await startTwilioInstallation({ receiptDelayMs: 2_000 })
  room.onClose(all.close)
  const client = await all.texting.welcome({ isConsentRequired: false })
  await all.give(client.number)
  const [phone, other] = [newPhone(), newPhone()]
  // The response is lost, so only the receipt can tell.
  all.account.next.push('cut')
  const messageId = (await client.send({ phone, text: 'Hello' })).body.successes[0].messageId
  const status = async (): Promise<string> =>
    (await client.call('GET', `/text/messaging/messages/${messageId}`)).body.status
  await eventually('it is unconfirmed', async () => (await status()) === 'unconfirmed')
  await routeNumbers(all.texting.database, 'simulator', [client.number])
  await retireCarrier(all.texting.database, here, all.carrier)
  await all.account.write({ from: other, to: client.number, text: 'STOP' }, all.repliesTo)
  const { rows } = await all.texting.database.query(
    'select consent from member where advisor_id = $1 and phone = $2',
    [client.advisorId, other],
  )
  expect(rows).toEqual([{ consent: 'opted_out' }])
  await eventually('the receipt is applied', async () => (await status()) === 'delivered')
})
