// GET /text/messaging/messages/{messageId}, and the effect of receipts on a text.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setState } from '../../../test/carriers/set-state.ts'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
  testCarrier,
} from '../../../test/servers/texting-server.ts'
import { type Receipt, shortReference } from '../../carriers/index.ts'
import { readReceipt as readTwilioReceipt } from '../../carriers/twilio/read-receipt.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { byIndex } from '../../platform/db/indexes/by-index.ts'
import { receiveReceipts } from './receive-receipts.ts'
import { settleParkedReceipts, settleReceipts } from './settle-receipts.ts'

let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome({
    isConsentRequired: false,
    scope: 'text.messaging.read text.messaging.write',
  })
})
afterAll(() => server.close())

const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.database.query(sql, values)).rows

const look = (messageId: number | string) => client.call('GET', `/text/messaging/messages/${messageId}`)

const send = async (phone = newPhone()): Promise<number> =>
  (await client.send({ phone, text: 'Hello' })).body.successes[0].messageId

/** The carrier's response, as the worker records it. */
const submitted = async (messageId: number, carrierMessageId = randomUUID()): Promise<string> => {
  await server.database.query(
    `insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id)
     select $1, $2, advisor_id, member_id, id from message where id = $3`,
    [testCarrier, carrierMessageId, messageId],
  )
  await setState(server.database, messageId, 'submitted')
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
  it('returns what is known about a text', async () => {
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

  it('the status rises with receipts, with the reason of a failure', async () => {
    const messageId = await send()
    const id = await submitted(messageId)
    await report(receipt(id, 'enroute'))
    expect((await look(messageId)).body.status).toBe('submitted')
    await report(receipt(id, 'undelivered', { reason: 'unreachable', words: 'phone is off' }))
    const { body } = await look(messageId)
    expect(body).toMatchObject({
      status: 'undelivered',
      reason: 'unreachable',
      carrierReason: 'phone is off',
    })
    expect(body.dateTimeUpdated >= body.dateTimeCreated).toBe(true)
    expect(await stepsOf(messageId)).toEqual(['message.accepted', 'message.undelivered'])
  })

  it.each([
    ['invalid_recipient', 30_005],
    ['unreachable', 30_003],
    ['blocked', 30_004],
    ['content', 30_007],
    ['opted_out', 21_610],
    ['sender_refused', 30_034],
    ['other', 30_008],
    ['other', 99_999],
  ])('a code says why: %s, and the carrier’s error %i is beside it', async (reason, error) => {
    const messageId = await send()
    const form = {
      MessageStatus: 'undelivered',
      MessageSid: await submitted(messageId),
      ErrorCode: String(error),
    }
    const read = readTwilioReceipt(new URLSearchParams(form), null)
    if (!read) throw new Error('not a receipt')
    await report(read)
    expect((await look(messageId)).body).toMatchObject({
      reason,
      carrierReason: expect.stringContaining(`error ${error}`),
    })
  })
})

it('words that an older worker stored as the reason are the carrier’s', async () => {
  const messageId = await send()
  await setState(server.database, messageId, 'failed', { reason: 'phone is off' })
  expect((await look(messageId)).body).toMatchObject({ reason: 'other', carrierReason: 'phone is off' })
})

describe('404', () => {
  it('the text is unknown, another advisor’s, or a reply', async () => {
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
  it('that arrive twice count once', async () => {
    const messageId = await send()
    const id = await submitted(messageId)
    for (let time = 0; time < 3; time += 1) await report(receipt(id, 'delivered'), receipt(id, 'delivered'))
    expect(await stepsOf(messageId)).toEqual(['message.accepted', 'message.delivered'])
  })

  it('that arrive before the carrier’s response are stored and settled with it', async () => {
    const messageId = await send()
    const id = randomUUID()
    await report(receipt(id, 'delivered'))
    expect((await look(messageId)).body.status).toBe('accepted')
    await submitted(messageId, id)
    await inTransaction(server.database, tx => settleReceipts(tx, testCarrier, [id]))
    expect((await look(messageId)).body.status).toBe('delivered')
  })

  it('written concurrently with the response are settled soon after', async () => {
    const messageId = await send()
    const id = randomUUID()
    await report(receipt(id, 'delivered'))
    await submitted(messageId, id)
    await settleParkedReceipts(server.database, testCarrier)
    expect((await look(messageId)).body.status).toBe('delivered')
    expect(await rowsOf('select from receipt')).toHaveLength(0)
  })

  it('for an unknown text are stored', async () => {
    const id = randomUUID()
    await report(receipt(id, 'delivered'))
    expect(await rowsOf('select message_id from receipt where carrier_message_id = $1', id)).toEqual([
      { message_id: null },
    ])
    await server.database.query('delete from receipt where carrier_message_id = $1', [id])
  })

  it('with the same id from another carrier do not match', async () => {
    const messageId = await send()
    const id = await submitted(messageId)
    await receiveReceipts(server.database, 'another', [receipt(id, 'delivered')])
    expect((await look(messageId)).body.status).toBe('submitted')
    await server.database.query('delete from receipt where carrier_message_id = $1', [id])
  })

  describe('for texts whose response was lost', () => {
    const unconfirmed = async (phone: string): Promise<number> => {
      const messageId = await send(phone)
      await setState(server.database, messageId, 'unconfirmed')
      await server.database.query(
        `insert into dead_letter (advisor_id, message_id, ending, reason, attempts) values ($1, $2, 'unconfirmed', 'x', 1)`,
        [client.advisorId, messageId],
      )
      return messageId
    }
    const aboutTo = (phone: string, messageId: number) => ({
      about: { number: client.number, phone, shortReference: shortReference(String(messageId)) },
    })

    it('match by reference, once their own text would be known by its id', async () => {
      const phone = newPhone()
      const messageId = await unconfirmed(phone)
      await report({ ...receipt(randomUUID(), 'delivered'), ...aboutTo(phone, messageId) })
      await settleParkedReceipts(server.database, testCarrier)
      expect((await look(messageId)).body.status).toBe('unconfirmed')
      await settleParkedReceipts(server.database, testCarrier, 0)
      expect((await look(messageId)).body.status).toBe('delivered')
    })

    it('prove nothing if two texts match', async () => {
      const phone = newPhone()
      const ids = [await unconfirmed(phone), await unconfirmed(phone)]
      const [first = 0, second = 0] = ids
      // 65,536 texts lie between them, so the short reference repeats.
      const later = first + 65_536 * 1_024
      for (const table of ['message', 'dead_letter', 'delivery']) {
        const column = table === 'message' ? 'id' : 'message_id'
        await server.owner.query(`update ${table} set ${column} = $2 where ${column} = $1`, [second, later])
      }
      expect(shortReference(String(later))).toBe(shortReference(String(first)))
      await report({ ...receipt(randomUUID(), 'delivered'), ...aboutTo(phone, first) })
      await settleParkedReceipts(server.database, testCarrier, 0)
      for (const id of [first, later]) expect((await look(id)).body.status).toBe('unconfirmed')
    })
  })

  it('settle unconfirmed texts', async () => {
    const messageId = await send()
    const id = await submitted(messageId)
    await setState(server.database, messageId, 'unconfirmed')
    await server.database.query(
      `insert into dead_letter (advisor_id, message_id, ending, reason, attempts) values ($1, $2, 'unconfirmed', 'x', 1)`,
      [client.advisorId, messageId],
    )
    await report(receipt(id, 'enroute'))
    expect((await look(messageId)).body.status).toBe('submitted')
    const [letter] = await rowsOf('select settled_at from dead_letter where message_id = $1', messageId)
    expect(letter?.['settled_at']).toBeInstanceOf(Date)
  })

  it('lead to the same status and only ever raise it, in any order and batching', async () => {
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
  }, 480_000)
})

describe('with many unmatched receipts', () => {
  it('a thousand responses are settled quickly, whatever the planner’s statistics', async () => {
    const fill = (name: string, messageId: string) =>
      server.owner.query(`insert into receipt (carrier, carrier_message_id, status, carrier_time, advisor_id, message_id)
        select '${testCarrier}', '${name} ' || number, 'delivered', now(), 1, ${messageId}
        from generate_series(1, 20000) as number`)
    // The planner's statistics are from before they arrived.
    await fill('known', 'number')
    await server.owner.query('analyze receipt')
    await fill('unknown', 'null')
    const ids = await Promise.all(Array.from({ length: 20 }, async () => submitted(await send())))
    const others = Array.from({ length: 980 }, () => randomUUID())
    const began = performance.now()
    await byIndex(server.database, tx => settleReceipts(tx, testCarrier, [...ids, ...others]))
    await report(...ids.map(id => receipt(id, 'delivered')))
    await settleParkedReceipts(server.database, testCarrier)
    // Scanning them once per response would take a minute.
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})
