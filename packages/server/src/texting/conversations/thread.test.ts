import { appOperations, sharedOperations, type ThreadItem } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTokenIssuer, createVisitor } from '../../../test/people/access-tokens.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone, prepare } from '../../../test/servers/texting-server.ts'

let server: AdvisorApp
let client: AppClient
let phone: string

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await server.welcome()
  phone = newPhone()
})

const send = (text: string) => client.ok(appOperations.sendFromApp, { body: { phoneNumbers: [phone], text } })
const ask = () => client.ok(sharedOperations.requestConsent, { body: { phoneNumbers: [phone] } })

async function memberId(): Promise<number> {
  const { rows } = await server.database.query<{ id: number }>(
    'select id from member where advisor_id = $1 and phone = $2',
    [client.advisorId, phone],
  )
  return rows[0]?.id ?? 0
}

async function thread(query: Record<string, string | number> = {}) {
  return client.ok(appOperations.getThread, { params: { memberId: await memberId() }, query })
}

const told = ({ message, refused, consent }: ThreadItem): string => {
  if (message) return `${message.direction} ${message.kind} ${message.text}`
  return refused ? `refused ${refused.code} ${refused.text}` : `consent ${consent?.event}`
}

/** A typical conversation: refused, asked, accepted, texted, answered, stopped, refused. */
async function tellStory(): Promise<void> {
  await send('Too early')
  await ask()
  await client.reply(phone, 'Yes')
  await send('Good morning')
  await client.reply(phone, 'Good morning to you')
  await client.reply(phone, 'STOP')
  await send('Too late')
}

describe('200: a thread', () => {
  it('has texts both ways, refused attempts and consent events in order, each with its actor', async () => {
    await tellStory()
    const { data } = await thread()
    expect(data.map(told)).toEqual([
      'refused consent_required Too early',
      expect.stringMatching(/^out consent_request Hello, this is An advisor of A firm\./),
      'consent requested',
      'in text Yes',
      expect.stringMatching(/^out opt_in_confirmation /),
      'consent accepted',
      'out text Good morning',
      'in text Good morning to you',
      'in text STOP',
      expect.stringMatching(/^out stop_confirmation /),
      'consent revoked',
      'refused opted_out Too late',
    ])
    expect(data.map(({ message, refused, consent }) => (message ?? refused ?? consent)?.by?.kind)).toEqual([
      'advisor',
      'advisor',
      'advisor',
      'recipient',
      'system',
      'recipient',
      'advisor',
      'recipient',
      'recipient',
      'system',
      'recipient',
      'advisor',
    ])
    expect(data[2]?.consent).toMatchObject({
      before: 'none',
      after: 'pending',
      requestText: data[1]?.message?.text,
      messageId: data[1]?.message?.messageId,
    })
    expect(data[5]?.consent).toMatchObject({ before: 'pending', after: 'accepted', reply: 'Yes' })
    expect(data[0]?.refused?.reason).toBe('has not consented to receive texts')
  })

  it('is read backwards page by page: every item once, in the same order', async () => {
    await tellStory()
    const whole = (await thread()).data.map(({ key }) => key)
    for (const limit of [1, 2, 3, 5, 11]) {
      const pieces: string[][] = []
      for (let cursor: string | undefined; ; ) {
        const page = await thread({ limit, ...(cursor !== undefined && { cursor }) })
        pieces.unshift(page.data.map(({ key }) => key))
        if (page.nextCursor === undefined) break
        cursor = page.nextCursor
      }
      expect(pieces.flat(), `by ${limit}`).toEqual(whole)
    }
  })

  it('shows which application sent a text', async () => {
    const visitor = await createVisitor(server.database, server.origin)
    const issuer = await createTokenIssuer(server.database)
    await prepare(server.database, visitor.advisor.id, visitor.advisor.firmId, { isConsentRequired: false })
    const sent = await fetch(`${server.origin}/v1/text/messaging/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await issuer.sign(visitor.claims())}`,
        'x-api-key': visitor.apiKey,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ phone, text: 'From a partner' }),
    })
    expect(sent.status).toBe(200)
    const own = await server.signIn(visitor.advisor.id)
    const [conversation] = (await own.ok(appOperations.listConversations)).data
    const params = { memberId: conversation?.memberId ?? 0 }
    const [item] = (await own.ok(appOperations.getThread, { params })).data
    expect(item?.message?.by).toEqual({
      kind: 'application',
      name: 'An application',
      applicationId: visitor.application.id,
    })
  })

  it('returns a script in a text or name as plain text, only as JSON', async () => {
    const script = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'
    await client.ok(sharedOperations.createContact, { body: { firstName: script, phone } })
    await ask()
    await client.reply(phone, 'YES')
    await client.reply(phone, script)
    const params = { memberId: await memberId() }
    const answer = await client.call(appOperations.getThread, { params })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.body.data.at(-1)?.message?.text).toBe(script)
    const conversation = await client.ok(appOperations.getConversation, { params })
    expect(conversation.people[0]?.fullName).toBe(script)
  })
})

describe('200: the record of consent', () => {
  it('has every step with its evidence, newest first', async () => {
    await tellStory()
    const record = await client.ok(appOperations.getConsentRecord, { params: { memberId: await memberId() } })
    expect(record).toMatchObject({ phone, consent: 'opted_out' })
    expect(record.steps.map(({ version, event }) => [version, event])).toEqual([
      [3, 'revoked'],
      [2, 'accepted'],
      [1, 'requested'],
    ])
    expect(record.steps[0]).toMatchObject({ reply: 'STOP', by: { kind: 'recipient' } })
  })

  it('includes an opt-out reported by the advisor, which closes the gate and sends nothing', async () => {
    await ask()
    await client.reply(phone, 'YES')
    const body = { phone, note: 'She called on Tuesday' }
    expect(await client.ok(sharedOperations.recordOptOut, { body })).toMatchObject({ outcome: 'opted_out' })
    expect(await client.ok(sharedOperations.recordOptOut, { body })).toMatchObject({
      outcome: 'was_opted_out',
    })
    const record = await client.ok(appOperations.getConsentRecord, { params: { memberId: await memberId() } })
    expect(record.steps[0]).toMatchObject({
      event: 'revoked',
      note: 'She called on Tuesday',
      by: { kind: 'advisor' },
    })
    const { failureDetails } = await send('Still there?')
    expect(failureDetails).toMatchObject([{ code: 'opted_out' }])
    const { rows } = await server.database.query<{ count: number }>(
      `select count(*) from message where advisor_id = $1 and kind = 'stop_confirmation'`,
      [client.advisorId],
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('400', () => {
  it('rejects an unknown cursor, and an opt-out without a note', async () => {
    await ask()
    const params = { memberId: await memberId() }
    for (const cursor of ['1', '1.2.3', 'a.b.c.d', '1.2.99999999999999999.4']) {
      const { status } = await client.call(appOperations.getThread, { params, query: { cursor } })
      expect(status, cursor).toBe(400)
    }
    for (const body of [{ phone, note: ' ' }, { phone: '12', note: 'x' }, { phone }]) {
      expect((await client.call(sharedOperations.recordOptOut, { body })).status).toBe(400)
    }
  })
})
