// The consent of many numbers at once, opt-outs that partners hear of, and GET /me.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverTo } from '../../../test/carriers/set-state.ts'
import { readJournal } from '../../../test/database/address-book-audit.ts'
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

const lookUp = (phoneNumbers: string[], from = client) =>
  from.call('POST', '/text/messaging/consents/lookup', { phoneNumbers })
const changes = async (query: string, from = client) =>
  (await from.call('GET', `/text/messaging/consents/changes?${query}`)).body
const optOut = (phone: string, headers = {}) =>
  client.call('POST', '/text/messaging/opt-outs', { phone, note: 'A call on Tuesday' }, headers)

describe('POST /text/messaging/consents/lookup', () => {
  it('returns every number that a contact has, in the order of the request, and names the others', async () => {
    const [accepted, asked, stopped, unknown] = [newPhone(), newPhone(), newPhone(), newPhone()]
    await client.accept(accepted)
    await client.ask([asked, stopped])
    await client.reply(stopped, 'STOP')
    await client.reply(asked, 'NO')
    const { status, body } = await lookUp([stopped, unknown, accepted, asked, accepted])
    expect(status).toBe(200)
    expect(body.notFound).toEqual([unknown])
    expect(body.consents).toMatchObject([
      { phone: stopped, state: 'none', optedOut: true },
      { phone: accepted, state: 'accepted' },
      { phone: asked, state: 'pending', declined: true, mayAskAt: expect.any(Number) },
    ])
    for (const { phone, ...one } of body.consents) {
      const single = await client.call('GET', `/text/messaging/consents?phone=${encodeURIComponent(phone)}`)
      expect(single.body).toEqual(one)
    }
  })

  it('takes 200 numbers and refuses 201', async () => {
    const phones = Array.from({ length: 201 }, newPhone)
    const { status, body } = await lookUp(phones.slice(1))
    expect([status, body.notFound.length]).toEqual([200, 200])
    expect((await lookUp(phones)).status).toBe(400)
    expect((await lookUp([])).status).toBe(400)
  })
})

describe('GET /text/messaging/consents/changes', () => {
  it('pages through all changes, oldest first, each number once', async () => {
    const other = await server.welcome()
    const phones = Array.from({ length: 5 }, newPhone)
    for (const phone of phones) await other.ask([phone])
    await other.reply(phones[1] ?? '', 'YES')
    const seen: string[] = []
    for (let after = ''; ; ) {
      const page = await changes(`pageSize=2${after && `&after=${after}`}`, other)
      seen.push(...page.data.map(({ phone }) => phone))
      if (page.after === undefined) break
      after = page.after
    }
    const [first, second, ...rest] = phones
    expect(seen).toEqual([first, ...rest, second])
    expect((await changes('state=accepted', other)).data).toMatchObject([
      { phone: second, state: 'accepted' },
    ])
    expect((await changes('state=none', other)).data).toEqual([])
    const [{ lastChanged }] = (await changes('state=accepted', other)).data
    const since = (ms: number) => changes(`changedSince=${new Date(ms).toISOString()}`, other)
    expect((await since(lastChanged)).data).toMatchObject([{ phone: second }])
    expect((await since(lastChanged + 1)).data).toEqual([])
  })

  it('lists a NO as pending and an opt-out as none, with their flags, and nobody without a contact', async () => {
    const other = await server.welcome()
    const [declined, stopped, gone] = [newPhone(), newPhone(), newPhone()]
    await other.ask([declined, stopped, gone])
    await other.reply(declined, 'NO')
    await other.reply(stopped, 'STOP')
    await server.database.query('delete from contact where advisor_id = $1 and phone = $2', [
      other.advisorId,
      gone,
    ])
    expect((await changes('state=pending', other)).data).toMatchObject([{ phone: declined, declined: true }])
    expect((await changes('state=none', other)).data).toMatchObject([{ phone: stopped, optedOut: true }])
    expect((await changes('', other)).data).toHaveLength(2)
  })

  it('reports a NO and a repeated request, which do not change the state', async () => {
    const other = await server.welcome()
    const [refuses, silent] = [newPhone(), newPhone()]
    await other.ask([refuses, silent])
    const [{ lastChanged }] = (await changes('', other)).data
    const later = `changedSince=${new Date(lastChanged + 1).toISOString()}`
    await other.reply(refuses, 'NO')
    expect((await changes(later, other)).data).toMatchObject([
      { phone: refuses, declined: true, lastChanged },
    ])
    const past = `update member set asked_at = asked_at - interval '2 days' where phone = $1`
    await server.database.query(past, [silent])
    await deliverTo(server.database, silent)
    await other.ask([silent])
    expect((await changes(later, other)).data).toMatchObject([{ phone: refuses }, { phone: silent }])
  })

  it('takes a leap second, and a position after the end of time', async () => {
    for (const query of ['changedSince=2016-12-31T23:59:60Z', 'after=9000000000000000.1']) {
      expect((await client.call('GET', `/text/messaging/consents/changes?${query}`)).status).toBe(200)
    }
  })

  it('refuses a position that it did not give', async () => {
    const { status, body } = await client.call('GET', '/text/messaging/consents/changes?after=x.1')
    expect([status, body.details.errors[0]?.path]).toEqual([400, '/after'])
  })
})

describe('POST /text/messaging/opt-outs', () => {
  it('closes the gate with the words as evidence, and the application as the author', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const { status, body } = await optOut(phone)
    expect([status, body.outcome]).toEqual([200, 'opted_out'])
    const sent = await client.send({ phone, text: 'Hello' })
    expect(sent.body.failureDetails).toMatchObject([{ phone, code: 'opted_out' }])
    const { rows } = await server.database.query(
      `select evidence from consent_event where member_id = $1 and event = 'revoked'`,
      [body.memberId],
    )
    expect(rows).toEqual([{ evidence: { note: 'A call on Tuesday' } }])
    expect((await readJournal(server.database, client.advisorId)).at(-2)).toMatchObject({
      kind: 'consent.revoked',
      actor: { kind: 'application' },
    })
    expect((await optOut(phone)).body.outcome).toBe('was_opted_out')
  })

  it('holds for a number that nobody has texted yet', async () => {
    const phone = newPhone()
    await optOut(phone)
    const asked = await client.ask([phone])
    expect(asked.body.failureDetails).toMatchObject([{ phone, code: 'opted_out' }])
  })

  it('takes effect once with an Idempotency-Key', async () => {
    const phone = newPhone()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await optOut(phone, headers)
    const second = await optOut(phone, headers)
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it.each([{ note: ' ' }, {}, { note: 'x'.repeat(501) }])(
    'wants to know how they opted out: %j',
    async rest => {
      const { status } = await client.call('POST', '/text/messaging/opt-outs', { phone: newPhone(), ...rest })
      expect(status).toBe(400)
    },
  )
})

describe('GET /me', () => {
  it('tells what the token and the key can do now', async () => {
    const { status, body, headers } = await client.call('GET', '/me')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      advisor: { name: 'An advisor' },
      firm: { name: 'A firm' },
      textingNumber: client.number,
      timeZone: expect.any(String),
      consentRequired: true,
      consentRequestConfigured: true,
      scopes: expect.arrayContaining(['text.messaging.read', 'text.messaging.write']),
    })
    expect(headers['ratelimit']).toContain(`"burst";r=${body.plan.burstLeft};`)
  })

  it('says what is missing', async () => {
    const bare = await server.welcome({ hasNumber: false, consentText: null, isConsentRequired: false })
    const { body } = await bare.call('GET', '/me')
    expect(body).toMatchObject({ consentRequired: false, consentRequestConfigured: false })
    expect(body).not.toHaveProperty('textingNumber')
  })
})
