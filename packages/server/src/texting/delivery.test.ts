// GET /text/messaging/messages/{messageId}, and what receipts make of a text.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
  testCarrier,
} from '../../test/texting-server.ts'
import type { Receipt } from '../carriers/index.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { byIndex } from './pipeline/by-index.ts'
import { receiveReceipts } from './receiving/receive-receipts.ts'
import { settleParkedReceipts } from './receiving/settle-parked-receipts.ts'
import { settleReceipts } from './receiving/settle-receipts.ts'

let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome({ isConsentRequired: false })
})
afterAll(() => server.close())

const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.database.query(sql, values)).rows

const look = (messageId: number | string) => client.call('GET', `/text/messaging/messages/${messageId}`)

const send = async (): Promise<number> =>
  (await client.send({ phone: newPhone(), text: 'Hello' })).body.successes[0].messageId

/** The carrier's answer, as the worker records it. */
const submitted = async (messageId: number, carrierMessageId = randomUUID()): Promise<string> => {
  await server.database.query('insert into carrier_message values ($1, $2, $3, $4)', [
    testCarrier,
    carrierMessageId,
    client.advisorId,
    messageId,
  ])
  return carrierMessageId
}

const receipt = (
  carrierMessageId: string,
  status: Receipt['status'],
  more: Partial<Receipt> = {},
): Receipt => ({
  carrierMessageId,
  status,
  at: new Date(),
  ...more,
})

const report = (...receipts: Receipt[]) => receiveReceipts(server.database, testCarrier, receipts)

const stepsOf = async (messageId: number): Promise<unknown[]> => {
  const entries = await rowsOf(
    'select kind from journal where advisor_id = $1 and subject_id = $2 and kind like $3 order by id',
    client.advisorId,
    messageId,
    'message.%',
  )
  return entries.map(({ kind }) => kind)
}

describe('200', () => {
  it('answers what is known of a text', async () => {
    const phone = newPhone()
    const { body } = await client.send({ phone, text: 'Hello' })
    const { messageId, memberId } = body.successes[0]
    const { status, body: shown } = await look(messageId)
    expect(status).toBe(200)
    expect(shown).toEqual({
      messageId,
      memberId,
      phone,
      status: 'accepted',
      dateTimeCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      dateTimeUpdated: shown.dateTimeCreated,
    })
  })

  it('climbs with receipts, and says why where it failed', async () => {
    const messageId = await send()
    const id = await submitted(messageId)
    await report(receipt(id, 'enroute'))
    expect((await look(messageId)).body.status).toBe('submitted')
    await report(receipt(id, 'undelivered', { reason: 'phone is off' }))
    const { body } = await look(messageId)
    expect(body).toMatchObject({ status: 'undelivered', reason: 'phone is off' })
    expect(body.dateTimeUpdated >= body.dateTimeCreated).toBe(true)
    expect(await stepsOf(messageId)).toEqual(['message.accepted', 'message.submitted', 'message.undelivered'])
  })
})

describe('404', () => {
  it('there is no such text, it is another advisor’s, or it is a reply', async () => {
    const other = await server.welcome({ isConsentRequired: false })
    const { body } = await other.send({ phone: newPhone(), text: 'Hello' })
    const received = await client.reply(newPhone(), 'Hello')
    const ids = [
      9_007_199_254_740_991,
      body.successes[0].messageId,
      'messageId' in received && received.messageId,
    ]
    for (const id of ids) expect((await look(String(id))).status).toBe(404)
  })
})

describe('receipts', () => {
  it('that come twice are one', async () => {
    const messageId = await send()
    const id = await submitted(messageId)
    for (let time = 0; time < 3; time += 1) await report(receipt(id, 'delivered'), receipt(id, 'delivered'))
    expect(await stepsOf(messageId)).toEqual(['message.accepted', 'message.delivered'])
    expect(await rowsOf('select from receipt where carrier_message_id = $1', id)).toHaveLength(1)
  })

  it('that come before the carrier’s answer are kept and settled with it', async () => {
    const messageId = await send()
    const id = randomUUID()
    await report(receipt(id, 'delivered'))
    expect((await look(messageId)).body.status).toBe('accepted')
    await submitted(messageId, id)
    await inTransaction(server.database, tx => settleReceipts(tx, testCarrier, [id]))
    expect((await look(messageId)).body.status).toBe('delivered')
  })

  it('that are written at the same moment as the answer are settled soon after', async () => {
    const messageId = await send()
    const id = randomUUID()
    await report(receipt(id, 'delivered'))
    await submitted(messageId, id)
    await settleParkedReceipts(server.database, testCarrier)
    expect((await look(messageId)).body.status).toBe('delivered')
    expect(await rowsOf('select from receipt where message_id is null')).toHaveLength(0)
  })

  it('of a text that nobody knows are kept', async () => {
    const id = randomUUID()
    await report(receipt(id, 'delivered'))
    expect(await rowsOf('select message_id from receipt where carrier_message_id = $1', id)).toEqual([
      { message_id: null },
    ])
    await server.database.query('delete from receipt where carrier_message_id = $1', [id])
  })

  it('of another carrier with the same id do not meet', async () => {
    const messageId = await send()
    const id = await submitted(messageId)
    await receiveReceipts(server.database, 'another', [receipt(id, 'delivered')])
    expect((await look(messageId)).body.status).toBe('accepted')
    await server.database.query('delete from receipt where carrier_message_id = $1', [id])
  })

  it('settle what was doubtful', async () => {
    const messageId = await send()
    const id = await submitted(messageId)
    await server.database.query(`update message set status = 'unconfirmed' where id = $1`, [messageId])
    await server.database.query(
      `insert into dead_letter (advisor_id, message_id, ending, reason, attempts) values ($1, $2, 'unconfirmed', 'x', 1)`,
      [client.advisorId, messageId],
    )
    await report(receipt(id, 'enroute'))
    expect((await look(messageId)).body.status).toBe('submitted')
    const [letter] = await rowsOf('select settled_at from dead_letter where message_id = $1', messageId)
    expect(letter?.['settled_at']).toBeInstanceOf(Date)
  })

  it('end in the same status and only ever climb, in whatever order and in whatever batches they come', async () => {
    const order = ['accepted', 'submitted', 'failed', 'undelivered', 'delivered']
    const all = ['enroute', 'failed', 'undelivered', 'delivered'] as const
    const numRuns = Number(process.env['PARLEY_TEST_PERMUTATIONS'] ?? 40)
    await fc.assert(
      fc.asyncProperty(
        fc
          .subarray([...all], { minLength: 1 })
          .chain(given =>
            fc.tuple(
              fc.constant(given),
              fc.shuffledSubarray([...given, ...given], { minLength: given.length * 2 }),
              fc.integer({ min: 1, max: 4 }),
            ),
          ),
        async ([given, shuffled, batch]) => {
          const messageId = await send()
          const id = await submitted(messageId)
          let rank = 0
          for (let start = 0; start < shuffled.length; start += batch) {
            await report(...shuffled.slice(start, start + batch).map(status => receipt(id, status)))
            const now = order.indexOf((await look(messageId)).body.status)
            expect(now).toBeGreaterThanOrEqual(rank)
            rank = now
          }
          const highest = all.findLast(status => given.includes(status))
          expect(order[rank]).toBe(highest === 'enroute' ? 'submitted' : highest)
        },
      ),
      { numRuns },
    )
  }, 120_000)
})

describe('with many receipts of texts that nobody has named yet', () => {
  it('a thousand answers are settled within moments, whatever the planner knows of the tables', async () => {
    const fill = (name: string, messageId: string) =>
      server.owner.query(`insert into receipt (carrier, carrier_message_id, status, carrier_time, advisor_id, message_id)
        select '${testCarrier}', '${name} ' || number, 'delivered', now(), 1, ${messageId}
        from generate_series(1, 20000) as number`)
    // What the planner knows is from before they came.
    await fill('known', 'number')
    await server.owner.query('analyze receipt')
    await fill('unknown', 'null')
    const ids = await Promise.all(Array.from({ length: 20 }, async () => submitted(await send())))
    const others = Array.from({ length: 980 }, () => randomUUID())
    const began = performance.now()
    await byIndex(server.database, tx => settleReceipts(tx, testCarrier, [...ids, ...others]))
    await report(...ids.map(id => receipt(id, 'delivered')))
    await settleParkedReceipts(server.database, testCarrier)
    // By one walk along them for each answer it is a minute.
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
