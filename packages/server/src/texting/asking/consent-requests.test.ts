// POST /text/messaging/consent-requests and GET /text/messaging/consents, by status.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverTo } from '../../../test/carriers/set-state.ts'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../../test/servers/texting-server.ts'

let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome()
})
afterAll(() => server.close())

const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.database.query(sql, values)).rows

const ledgerOf = (memberId: number) =>
  rowsOf('select * from consent_event where member_id = $1 order by version', memberId)

const textsTo = (phone: string) =>
  rowsOf('select kind, text, number, consent_version from message where phone = $1 order by id', phone)

/** Moves the request times recorded for this phone into the past. */
const letTimePass = async (phone: string, interval: string) => {
  await deliverTo(server.database, phone)
  return rowsOf(
    `update member set asked_at = asked_at - $3::interval, declined_at = declined_at - $3::interval
     where advisor_id = $1 and phone = $2`,
    client.advisorId,
    phone,
    interval,
  )
}

describe('200', () => {
  it('sends the firm’s text with both names, and the state is pending', async () => {
    const phone = newPhone()
    const { status, body } = await client.ask([phone])
    expect(status).toBe(200)
    expect(body).toEqual({
      successes: [{ memberId: expect.any(Number), phone, consentState: 'pending' }],
      failures: [],
      failureDetails: [],
    })
    const text =
      'Hello, this is An advisor of A firm. Reply YES to receive texts from me, STOP to opt out, HELP for help.'
    expect(await textsTo(phone)).toEqual([
      { kind: 'consent_request', text, number: client.number, consent_version: 1 },
    ])
    const [{ memberId }] = body.successes
    expect(await ledgerOf(memberId)).toMatchObject([
      {
        version: 1,
        event: 'requested',
        state_before: 'none',
        state_after: 'pending',
        evidence: { requestText: text, policyVersion: 1, from: client.number, to: phone },
      },
    ])
  })

  it('asks again after a day without an answer: another ledger entry, the same state', async () => {
    const phone = newPhone()
    await client.ask([phone])
    const { lastChanged, memberId } = (await client.consent(phone)).body
    await letTimePass(phone, '25 hours')
    const again = await client.ask([phone])
    expect(again.body.successes).toEqual([{ memberId, phone, consentState: 'pending' }])
    expect(await textsTo(phone)).toHaveLength(2)
    expect((await client.consent(phone)).body.lastChanged).toBe(lastChanged)
    expect((await ledgerOf(memberId)).map(({ event }) => event)).toEqual(['requested', 'requested'])
  })

  it('counts a repeated number once', async () => {
    const phone = newPhone()
    expect((await client.ask([phone, phone])).body.successes).toHaveLength(1)
    expect(await textsTo(phone)).toHaveLength(1)
  })

  it('creates a contact for an unknown number and leaves known ones unchanged', async () => {
    const phone = newPhone()
    await client.ask([phone])
    const found = await rowsOf('select source, first_name from contact where phone = $1', phone)
    expect(found).toEqual([{ source: 2, first_name: phone }])
  })

  it('does not text an opted-out number, and says so', async () => {
    const [stopped, other] = [newPhone(), newPhone()]
    await client.reply(stopped, 'STOP')
    const before = await textsTo(stopped)
    const { status, body } = await client.ask([stopped, other])
    expect(status).toBe(200)
    expect(body.successes).toHaveLength(1)
    expect(body.failures).toEqual([`${stopped}: has opted out of texts`])
    expect(body.failureDetails).toMatchObject([{ phone: stopped, code: 'opted_out', retryable: false }])
    expect(await textsTo(stopped)).toEqual(before)
  })

  it('takes effect once with an Idempotency-Key', async () => {
    const phone = newPhone()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await client.ask([phone], headers)
    const second = await client.ask([phone], headers)
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await textsTo(phone)).toHaveLength(1)
  })
})

describe('400', () => {
  it('one has accepted: details lists them, and no one is asked', async () => {
    const [willing, fresh] = [newPhone(), newPhone()]
    await client.accept(willing)
    const { status, body } = await client.ask([fresh, willing])
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_request', details: { accepted: [willing] } })
    expect(await textsTo(fresh)).toEqual([])
    expect(await rowsOf('select from member where phone = $1', fresh)).toHaveLength(0)
  })

  it.each([
    ['no list', {}],
    ['an empty list', { phoneNumbers: [] }],
    ['a number that is not E.164', { phoneNumbers: ['+12025550123', '12025550123'] }],
    ['more than 100', { phoneNumbers: Array.from({ length: 101 }, (_, i) => `+1202555${1_000 + i}`) }],
  ])('%s', async (_, body) => {
    const answer = await client.call('POST', '/text/messaging/consent-requests', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', details: { errors: expect.any(Array) } })
  })
})

describe('409', () => {
  it.each([
    ['the firm has no consent text', { consentText: null }],
    ['the advisor has no texting number', { hasNumber: false }],
  ])('%s', async (why, options) => {
    const other = await server.welcome(options)
    const phone = newPhone()
    const { status, body } = await other.ask([phone])
    expect([status, body.code, body.retryable]).toEqual([409, 'conflict', false])
    expect(body.detail).toContain(why)
    expect(await rowsOf('select from member where phone = $1', phone)).toHaveLength(0)
  })

  it('the firm has no policy', async () => {
    const bare = await server.welcome({ hasPolicy: false })
    expect((await bare.ask([newPhone()])).status).toBe(409)
    expect((await bare.send({ phone: newPhone(), text: 'a' })).body.failureDetails[0].code).toBe(
      'consent_required',
    )
  })
})

describe('the lookup', () => {
  const look = (query: string) => client.call('GET', `/text/messaging/consents?${query}`)
  const encoded = encodeURIComponent

  it('200: none once the contact exists, then pending, then accepted', async () => {
    const phone = newPhone()
    const beforeMs = Date.now()
    await client.call('POST', '/core/contact/contacts', { phone })
    const first = await client.consent(phone)
    expect(first.body).toEqual({
      memberId: expect.any(Number),
      state: 'none',
      lastChanged: expect.any(Number),
    })
    expect(first.body.lastChanged).toBeGreaterThanOrEqual(beforeMs - 1_000)
    await client.ask([phone])
    const second = await client.consent(phone)
    expect(second.body).toMatchObject({ state: 'pending', memberId: first.body.memberId })
    expect(second.body.lastChanged).toBeGreaterThanOrEqual(first.body.lastChanged)
    await client.reply(phone, 'No, thanks')
    expect((await client.consent(phone)).body).toEqual({
      ...second.body,
      declined: true,
      mayAskAt: expect.any(Number),
    })
    await client.reply(phone, 'yes')
    const third = await client.consent(phone)
    expect(third.body).toMatchObject({ state: 'accepted', lastRequested: second.body.lastRequested })
    expect(third.body).not.toHaveProperty('declined')
  })

  it('200: shows when the recipient was last asked, and a NO until asked again', async () => {
    const phone = newPhone()
    const beforeMs = Date.now()
    await client.ask([phone])
    const { lastRequested } = (await client.consent(phone)).body
    expect(lastRequested).toBeGreaterThanOrEqual(beforeMs - 1_000)
    await client.reply(phone, 'no')
    await client.reply(phone, 'who is this?')
    expect((await client.consent(phone)).body).toMatchObject({ declined: true, lastRequested })
    await letTimePass(phone, '31 days')
    await client.ask([phone])
    const again = (await client.consent(phone)).body
    expect(again).not.toHaveProperty('declined')
    expect(again.lastRequested).toBeGreaterThan(lastRequested)
  })

  it('200: opted out reads none, with optedOut', async () => {
    const phone = newPhone()
    await client.accept(phone)
    await client.reply(phone, 'stop')
    expect((await client.consent(phone)).body).toMatchObject({ state: 'none', optedOut: true })
  })

  it('200: by memberId, and by both if they match', async () => {
    const phone = newPhone()
    await client.ask([phone])
    const { body } = await client.consent(phone)
    expect((await look(`memberId=${body.memberId}`)).body).toEqual(body)
    expect((await look(`memberId=${body.memberId}&phone=${encoded(phone)}`)).body).toEqual(body)
  })

  it('400: neither, both without a match, or not a number', async () => {
    const [one, other] = [newPhone(), newPhone()]
    await client.ask([one, other])
    const { memberId } = (await client.consent(one)).body
    for (const query of [
      '',
      `memberId=${memberId}&phone=${encoded(other)}`,
      'phone=2025550123',
      'memberId=x',
    ]) {
      expect((await look(query)).status, query).toBe(400)
    }
  })

  it('404: no contact has the number, or not any more; an opt-out still applies', async () => {
    const phone = newPhone()
    expect((await client.consent(phone)).status).toBe(404)
    await client.call('POST', '/core/contact/contacts', { phone })
    await client.reply(phone, 'STOP')
    const { data } = (await client.call('GET', `/core/contact/contacts?phone=${encoded(phone)}`)).body
    await client.call('DELETE', `/core/contact/contacts/${data[0].contactId}`)
    expect((await client.consent(phone)).status).toBe(404)
    await client.call('POST', '/core/contact/contacts', { firstName: 'Back', phone })
    expect((await client.consent(phone)).body).toMatchObject({ optedOut: true })
  })

  it('404: another advisor’s number or member', async () => {
    const other = await server.welcome()
    const phone = newPhone()
    await other.accept(phone)
    const { memberId } = (await other.consent(phone)).body
    expect((await client.consent(phone)).status).toBe(404)
    expect((await look(`memberId=${memberId}`)).status).toBe(404)
  })
})
