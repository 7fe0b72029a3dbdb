// Behaviour of the simulator beyond the conformance suite: the fault settings, and several workers.

import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import type { Carrier, InboundText, OutgoingText, Receipt, Submission } from '../carriers/carrier.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import { createSimulator } from './create-simulator.ts'
import { writeFromHandset } from './handsets/write-from-handset.ts'
import { createLocalSimulator } from './local.ts'
import { createRemoteSimulator } from './remote.ts'
import { serveSimulator } from './serve-simulator.ts'

const { database } = await useTestDatabase()
const onFailure = (): void => {}
let server: Awaited<ReturnType<typeof serveSimulator>>
beforeAll(async () => {
  server = await serveSimulator({ database, host: '127.0.0.1', port: 0, onFailure, leaseMs: 400 })
})
afterAll(() => server.close())

const number = '+12025550101'
const never = Number.POSITIVE_INFINITY
const textTo = (to: string, text = 'Good morning'): OutgoingText => ({
  reference: randomUUID(),
  from: number,
  to,
  text,
})

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5)
}

/** Statements of this database that wait for a lock. */
async function waitingCount(): Promise<number> {
  const { rows } = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

const carriers: Carrier[] = []
let receipts: Receipt[]
let replies: InboundText[]

async function ready(carrier: Carrier): Promise<Carrier> {
  carriers.push(carrier)
  await until(() => carrier.link === 'up')
  return carrier
}
const remote = (answerTimeoutMs = 10_000): Promise<Carrier> =>
  ready(createRemoteSimulator({ url: `tcp://127.0.0.1:${server.port}`, onFailure, answerTimeoutMs }))

function hear(carrier: Carrier): void {
  carrier.listen({
    receiveStop: async () => false,
    receiveReceipts: async told => void receipts.push(...told),
    receiveTexts: async told => void replies.push(...told),
  })
}

beforeEach(() => {
  receipts = []
  replies = []
})
afterEach(async () => {
  await Promise.all(carriers.splice(0).map(carrier => carrier.close()))
  await database.query(`delete from simulator_event`)
  await set({ is_up: true, is_delivering: true, answer: 'once', answer_delay_ms: 0 })
})

async function set(settings: Record<string, boolean | string | number>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await database.query(`update simulator_setting set ${name} = $1`, [value])
  }
}

const takenCount = async ({ reference }: OutgoingText): Promise<number> =>
  (await database.query('select from simulator_text where reference = $1', [reference])).rowCount ?? 0

async function submitted(carrier: Carrier, to: string, text?: string) {
  const given = textTo(to, text)
  const [answer] = await carrier.submit([given], never)
  return { given, answer }
}
const idOf = (answer: Submission | undefined): string =>
  answer?.status === 'accepted' ? answer.carrierMessageId : `not accepted: ${answer?.status}`
describe('the settings', () => {
  it.each(['here', 'over a socket'])('delay responses, %s', async place => {
    await set({ answer_delay_ms: 300 })
    const carrier = await (place === 'here' ? ready(createLocalSimulator({ database, onFailure })) : remote())
    const startMs = performance.now()
    expect((await submitted(carrier, '+12025550123')).answer?.status).toBe('accepted')
    expect(performance.now() - startMs).toBeGreaterThan(290)
  })

  it.each([
    ['never', 'here'],
    ['never', 'over a socket'],
    ['dropped', 'here'],
    ['dropped', 'over a socket'],
  ])('make responses %s, %s: the text is accepted with an unknown outcome', async (answer, place) => {
    const carrier = await (place === 'here'
      ? ready(createLocalSimulator({ database, onFailure, answerTimeoutMs: 300 }))
      : remote(300))
    await set({ answer })
    const outcome = await submitted(carrier, '+12025550123')
    expect(outcome.answer).toEqual({ status: 'unknown' })
    expect(await takenCount(outcome.given)).toBe(1)
    await set({ answer: 'once' })
    await until(() => carrier.link === 'up')
    const [found] = (await carrier.lookUp?.([outcome.given.reference])) ?? []
    expect(found?.status).toBe('taken')
  })

  it('send responses twice, which is harmless', async () => {
    await set({ answer: 'twice' })
    const carrier = await remote()
    const texts = Array.from({ length: 20 }, () => textTo('+12025550123'))
    const answers = await Promise.all(texts.map(text => carrier.submit([text], never)))
    const found = await carrier.lookUp?.(texts.map(({ reference }) => reference))
    expect(answers.flat().map(idOf)).toEqual(
      found?.map(each => (each.status === 'taken' ? each.carrierMessageId : each.status)),
    )
  })

  it('delay receipts and replies', async () => {
    await set({ is_delivering: false })
    const carrier = await remote()
    hear(carrier)
    await submitted(carrier, '+12025550123')
    await inTransaction(database, tx =>
      writeFromHandset(tx, { phone: '+12025550123', number, text: 'Hello' }),
    )
    await sleep(400)
    expect([receipts, replies]).toEqual([[], []])
    await set({ is_delivering: true })
    await until(() => receipts.length === 2 && replies.length === 1)
  })
})

describe('several workers', () => {
  it('receive each event once between them', async () => {
    const [one, other] = [await remote(), await remote()]
    hear(one)
    hear(other)
    const texts = Array.from({ length: 2_000 }, () => textTo('+12025550123'))
    const ids = (await one.submit(texts, never)).map(idOf)
    await until(() => receipts.length >= 4_000)
    await sleep(200)
    expect(
      receipts.map(({ carrierMessageId, status }) => `${carrierMessageId} ${status}`).toSorted(),
    ).toEqual(ids.flatMap(id => [`${id} delivered`, `${id} enroute`]).toSorted())
  })

  it('receive what another did not acknowledge, after its lease', async () => {
    const silent = await remote()
    let askedSilent = 0
    silent.listen({
      receiveStop: async () => false,
      receiveReceipts: async () => {},
      receiveTexts: () => {
        askedSilent += 1
        return sleep(1_500)
      },
    })
    await sleep(50) // until the frame arrives
    await inTransaction(database, tx =>
      writeFromHandset(tx, { phone: '+12025550123', number, text: 'Hello' }),
    )
    await until(() => askedSilent === 1)
    const other = await remote()
    hear(other)
    await until(() => replies.length === 1)
    expect(replies[0]?.text).toBe('Hello')
  })

  it('catch up with many replies although a batch of all would outlast its lease', async () => {
    const carrier = await remote()
    const heard = new Set<string>()
    carrier.listen({
      receiveStop: async () => false,
      receiveReceipts: async () => {},
      // All two hundred take a second at least, and the lease ends after 400 ms.
      receiveTexts: async texts => {
        for (const { carrierMessageId } of texts) {
          await sleep(5)
          heard.add(carrierMessageId)
        }
      },
    })
    await set({ is_delivering: false })
    for (let count = 0; count < 200; count += 1) {
      await inTransaction(database, tx =>
        writeFromHandset(tx, { phone: '+12025550123', number, text: `Reply ${count}` }),
      )
    }
    await set({ is_delivering: true })
    const left = async (): Promise<number> =>
      (await database.query<{ left: number }>('select count(*) as left from simulator_event')).rows[0]
        ?.left ?? 0
    await until(async () => (await left()) === 0)
    expect(heard.size).toBe(200)
  })

  it('receive at once the events of one that is gone', async () => {
    const patient = await serveSimulator({ database, host: '127.0.0.1', port: 0, onFailure, leaseMs: 30_000 })
    const dying = connect(patient.port, '127.0.0.1')
    dying.write('{"kind":"listen","wanted":true}\n')
    await inTransaction(database, tx =>
      writeFromHandset(tx, { phone: '+12025550123', number, text: 'Hello' }),
    )
    let heard = ''
    dying.on('data', chunk => (heard += chunk))
    await until(() => heard.includes('"Hello"'))
    hear(await ready(createRemoteSimulator({ url: `tcp://127.0.0.1:${patient.port}`, onFailure })))
    await sleep(200)
    expect(replies).toEqual([])
    dying.destroy()
    await until(() => replies.length === 1)
    await patient.close()
  })
})

describe('texts that are being accepted', () => {
  it('are waited for by a lookup in any process', async () => {
    const carrier = await remote(200)
    const here = await ready(createLocalSimulator({ database, onFailure }))
    const text = textTo('+12025550123')
    // Another transaction holds the reference, so that the simulator's transaction waits in the database.
    const holder = await database.connect()
    await holder.query('begin')
    await holder.query(
      `insert into simulator_text (phone, number, reference, text) values ('+1', '+2', $1, 'x')`,
      [text.reference],
    )
    expect(await carrier.submit([text], never)).toEqual([{ status: 'unknown' }])
    await until(async () => (await waitingCount()) === 1)
    const lookingUp = here.lookUp?.([text.reference])
    await until(async () => (await waitingCount()) === 2)
    await holder.query('rollback')
    holder.release()
    expect(await lookingUp).toEqual([{ status: 'taken', carrierMessageId: expect.any(String) }])
  })

  it('are not stored if the deadline passes while waiting for a connection', async () => {
    const carrier = await ready(createLocalSimulator({ database, onFailure }))
    const clients = await Promise.all(Array.from({ length: 4 }, () => database.connect()))
    const text = textTo('+12025550123')
    const answering = carrier.submit([text], performance.now() + 100)
    await sleep(200)
    for (const client of clients) client.release()
    expect(await answering).toEqual([{ status: 'unsent' }])
    expect(await takenCount(text)).toBe(0)
  })

  it('are not affected by one that the database cannot store', async () => {
    const carrier = await ready(createLocalSimulator({ database, onFailure }))
    expect(
      await carrier.submit([textTo('+12025550123', 'a\0b'), textTo('+12025550123')], never),
    ).toMatchObject([{ status: 'rejected', reason: 'content', permanent: true }, { status: 'accepted' }])
  })
})

it.each([
  ['a line that is not JSON', 'hello\n'],
  ['null', 'null\n'],
  ['an unknown kind', '{"kind":"surprise"}\n'],
  ['malformed texts', '{"kind":"submit","id":1,"texts":[{"reference":7}]}\n'],
  ['a line without end', 'x'.repeat(9 * 1024 * 1024)],
])('disconnects a client that sends %s, and continues to serve others', async (_, bytes) => {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {}).resume()
  socket.write(bytes)
  await new Promise(resolve => socket.on('close', resolve))
  expect((await submitted(await remote(), '+12025550123')).answer?.status).toBe('accepted')
})

it('is refused in production', () => {
  const config = { environment: 'production', simulatorUrl: undefined } as const
  expect(() => createSimulator(config, database, { warn: () => {} })).toThrow('only in a sandbox')
})
