import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createTokenIssuer, createVisitor, type TokenIssuer } from '../../../test/people/access-tokens.ts'
import { guardSettings } from '../../../test/servers/guard.ts'
import { testOrigin } from '../../../test/servers/http.ts'
import { createApp } from '../../app.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { createLocalSimulator } from '../../simulator/local.ts'

const { database } = await useTestDatabase()
let app: HttpServer
let issuer: TokenIssuer

const appOf = (environment: 'sandbox' | 'production') =>
  createApp({
    config: { ...guardSettings, environment, cell: 1, trustedProxies: [], secretKey: Buffer.alloc(32, 1) },
    database,
    log: createLogger('silent'),
    metrics: { render: async () => '' },
  })

beforeAll(async () => {
  app = await appOf('sandbox')
  issuer = await createTokenIssuer(database)
})
afterAll(() => app.close())

const phone = '+12025550123'
let numbers = 0
const newNumber = (): string => `+1202556${String((numbers += 1)).padStart(4, '0')}`

async function addNumber(advisorId: number, number = newNumber()): Promise<string> {
  await database.query('insert into texting_number (advisor_id, number) values ($1, $2)', [advisorId, number])
  return number
}

async function welcome({ scope }: { scope?: string } = {}) {
  const visitor = await createVisitor(database, testOrigin)
  const headers = {
    authorization: `Bearer ${await issuer.sign(visitor.claims(scope === undefined ? {} : { scope }))}`,
    'x-api-key': visitor.apiKey,
    host: 'parley.test',
  }
  const url = (what: string, of = phone) => `/v1/sandbox/handsets/${encodeURIComponent(of)}/${what}`
  return {
    advisorId: visitor.advisor.id,
    read: (of?: string, query = '') =>
      app.inject({ method: 'GET', url: `${url('messages', of)}${query}`, headers }),
    write: (payload: object, of?: string, key?: string) =>
      app.inject({
        method: 'POST',
        url: url('replies', of),
        headers: { ...headers, ...(key && { 'idempotency-key': key }) },
        payload,
      }),
  }
}

let references = 1_000
async function text(number: string, words: string, to = phone): Promise<number> {
  references += 1
  const simulator = createLocalSimulator({ database, onFailure: () => {} })
  while (simulator.link === 'down') await new Promise(resolve => setTimeout(resolve, 5))
  const [answer] = await simulator.submit(
    [{ reference: String(references), from: number, to, text: words }],
    1e12,
  )
  await simulator.close()
  expect(answer?.status).toBe('accepted')
  return references
}

describe('a handset', () => {
  it('shows the texts between phone and advisor, oldest first, in pages', async () => {
    const client = await welcome()
    const number = await addNumber(client.advisorId)
    expect((await client.read()).json()).toEqual({
      data: [],
      pageInfo: { page: 1, pageSize: 50, totalRecord: 0, sortDirection: 'asc', sortBy: 'dateTime' },
    })
    const messageId = await text(number, 'May we text you? Reply YES. 🎉')
    const reply = await client.write({ text: 'YES' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json()).toEqual({ id: expect.any(Number) })
    await text(number, 'Thank you')
    await text(number, 'Somebody else', '+12025550124')
    const { data } = (await client.read()).json<{ data: { dateTime: string }[] }>()
    expect(data).toMatchObject([
      { direction: 'received', text: 'May we text you? Reply YES. 🎉', messageId },
      { direction: 'sent', text: 'YES' },
      { direction: 'received', text: 'Thank you' },
    ])
    expect(data[1]).not.toHaveProperty('messageId')
    for (const { dateTime } of data) expect(Date.parse(dateTime)).toBeGreaterThan(Date.now() - 60_000)
    expect((await client.read(phone, '?page=2&pageSize=2')).json()).toMatchObject({
      data: [{ text: 'Thank you' }],
      pageInfo: { page: 2, pageSize: 2, totalRecord: 3 },
    })
  })

  it('delivers what it writes to the simulator’s listener', async () => {
    const client = await welcome()
    const number = await addNumber(client.advisorId)
    const simulator = createLocalSimulator({ database, onFailure: () => {} })
    const { promise, resolve } = Promise.withResolvers<object>()
    simulator.listen({
      receiveStop: async () => false,
      receiveReceipts: async () => {},
      receiveTexts: async texts => {
        for (const reply of texts) if (reply.to === number) resolve(reply)
      },
    })
    const { id } = (await client.write({ text: 'STOP' })).json<{ id: number }>()
    expect(await promise).toEqual({
      carrierMessageId: String(id),
      from: phone,
      to: number,
      text: 'STOP',
      sentAt: expect.any(Date),
    })
    await simulator.close()
  })

  it('writes once with one Idempotency-Key', async () => {
    const { advisorId, write, read } = await welcome()
    await addNumber(advisorId)
    const [first, second] = [
      await write({ text: 'Once' }, undefined, 'a-key'),
      await write({ text: 'Once' }, undefined, 'a-key'),
    ]
    expect(second?.json()).toEqual(first?.json())
    expect(second?.headers['idempotency-replayed']).toBe('true')
    expect((await read()).json<{ data: object[] }>().data).toHaveLength(1)
  })

  it('shows neither another advisor’s texts nor those of the number’s former owner', async () => {
    const [one, other] = [await welcome(), await welcome()]
    const number = await addNumber(one.advisorId)
    await addNumber(other.advisorId)
    await text(number, 'Between us')
    expect((await other.read()).json()).toMatchObject({ data: [], pageInfo: { totalRecord: 0 } })
    await database.query('update texting_number set active = false where number = $1', [number])
    await new Promise(resolve => setTimeout(resolve, 5))
    const heir = await welcome()
    await addNumber(heir.advisorId, number)
    expect((await heir.read()).json()).toMatchObject({ data: [], pageInfo: { totalRecord: 0 } })
  })

  it('has the advisor’s oldest active number as its other end', async () => {
    const client = await welcome()
    const [retired, oldest] = [await addNumber(client.advisorId), await addNumber(client.advisorId)]
    await addNumber(client.advisorId, '+12025550001')
    await database.query('update texting_number set active = false where number = $1', [retired])
    await text(oldest, 'From the oldest')
    await text('+12025550001', 'From the other')
    expect((await client.read()).json()).toMatchObject({ data: [{ text: 'From the oldest' }] })
  })
})

describe('400', () => {
  it.each([{}, { text: '' }, { text: 'x'.repeat(1_601) }, { text: 7 }])('for body %j', async body => {
    const client = await welcome()
    await addNumber(client.advisorId)
    expect((await client.write(body)).statusCode).toBe(400)
  })

  it('for a handset that is not a number', async () => {
    const client = await welcome()
    await addNumber(client.advisorId)
    expect((await client.read('2025550123')).statusCode).toBe(400)
    expect((await client.write({ text: 'YES' }, '2025550123')).statusCode).toBe(400)
  })
})

it('403 for a token without the scope', async () => {
  const reader = await welcome({ scope: 'text.messaging.read' })
  await addNumber(reader.advisorId)
  expect((await reader.read()).statusCode).toBe(200)
  expect((await reader.write({ text: 'YES' })).statusCode).toBe(403)
  expect((await (await welcome({ scope: 'text.messaging.write' })).read()).statusCode).toBe(403)
})

it('404 for everyone in production', async () => {
  const production = await appOf('production')
  for (const [method, url] of [
    ['GET', `/v1/sandbox/handsets/${encodeURIComponent(phone)}/messages`],
    ['POST', `/v1/sandbox/handsets/${encodeURIComponent(phone)}/replies`],
  ] as const) {
    const answer = await production.inject({ method, url })
    expect(answer.statusCode).toBe(404)
    const { detail } = answer.json<{ detail: string }>()
    const unknown = await production.inject({ method, url: '/v1/sandbox/nothing' })
    expect(unknown.json()).toMatchObject({ code: 'not_found', detail })
  }
  await production.close()
})

it('409 for an advisor without a texting number', async () => {
  const client = await welcome()
  for (const answer of [await client.read(), await client.write({ text: 'YES' })]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'conflict' })
  }
})
