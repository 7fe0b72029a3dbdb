// POST /carriers/{name}/texts and /carriers/{name}/receipts: webhooks from a Twilio-compatible carrier.
import { randomUUID } from 'node:crypto'
import twilio from 'twilio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { newPhone, type TextingClient } from '../../../test/servers/texting-server.ts'
import { accountSid, authToken } from '../../../test/twilio/serve-twilio.ts'
import {
  installation,
  publicOrigin,
  startTwilioInstallation,
  type TwilioInstallation,
} from '../../../test/twilio/twilio-account.ts'
import { addCarrier } from '../carriers/add-carrier.ts'

let all: TwilioInstallation
let client: TextingClient
beforeAll(async () => {
  all = await startTwilioInstallation()
  client = await all.texting.welcome({ isConsentRequired: false })
  await all.give(client.number)
})
afterAll(() => all.close())

const write = (from: string, text: string, more: { createdAt?: Date; type?: string } = {}) => {
  const { createdAt, type } = more
  const told: Record<string, string> = type === undefined ? {} : { OptOutType: type }
  return all.account.write(
    { from, to: client.number, text, ...(createdAt && { createdAt }) },
    all.repliesTo,
    told,
  )
}

const received = async (phone: string): Promise<string[]> => {
  const { rows } = await all.texting.database.query<{ text: string }>(
    `select text from message where direction = 'in' and advisor_id = $1 and phone = $2 order by id`,
    [client.advisorId, phone],
  )
  return rows.map(({ text }) => text)
}

const consentOf = async (phone: string): Promise<string | undefined> => {
  const { rows } = await all.texting.database.query<{ consent: string }>(
    'select consent from member where advisor_id = $1 and phone = $2',
    [client.advisorId, phone],
  )
  return rows[0]?.consent
}

interface Posted {
  readonly path: string
  readonly form: Record<string, string>
  readonly headers: Record<string, string>
}

const post = ({ path, form, headers }: Posted): Promise<Response> =>
  fetch(`${all.url}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })

/** A request as the account would send it. */
const signed = (
  form: Record<string, string>,
  path = '/carriers/acme/texts',
  origin = publicOrigin,
): Posted => ({
  path,
  form,
  headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, `${origin}${path}`, form) },
})

describe('200', () => {
  it('stores a reply as written and responds without a text', async () => {
    const phone = newPhone()
    const words = 'Ja, gern 🎉\n“bis später” &+%= é'
    const { sid, status } = await write(phone, words)
    expect(status).toBe(200)
    expect(await received(phone)).toEqual([words])
    const answer = await post(signed({ MessageSid: sid, AccountSid: accountSid, From: phone, Body: words }))
    expect(await answer.text()).toBe('<Response/>')
    expect(answer.headers.get('content-type')).toMatch(/^text\/xml/)
  })

  it('takes effect once, however often a request is repeated', async () => {
    const phone = newPhone()
    const { sid } = await write(phone, 'STOP', { createdAt: new Date(Date.now() - 5_000) })
    const again = signed({
      MessageSid: sid,
      AccountSid: accountSid,
      From: phone,
      To: client.number,
      Body: 'STOP',
    })
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await post(again)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await received(phone)).toEqual(['STOP'])
    expect(await consentOf(phone)).toBe('opted_out')
    await write(phone, 'START')
    expect(await consentOf(phone)).toBe('none')
    // A captured STOP that is replayed has no further effect.
    expect((await post(again)).status).toBe(200)
    expect(await consentOf(phone)).toBe('none')
  })

  it('uses the time a reply was written, not when it arrives', async () => {
    const phone = newPhone()
    const now = Date.now()
    await write(phone, 'STOP', { createdAt: new Date(now - 60_000) })
    await write(phone, 'START', { createdAt: new Date(now - 120_000) })
    expect(await consentOf(phone)).toBe('opted_out')
    await write(phone, 'START', { createdAt: new Date(now) })
    expect(await consentOf(phone)).toBe('none')
  })

  it('reads the reply from the carrier’s API, not from the request', async () => {
    const phone = newPhone()
    const { sid } = await write(phone, 'Good morning')
    const other = newPhone()
    await post(
      signed({ MessageSid: sid, AccountSid: accountSid, From: other, To: client.number, Body: 'STOP' }),
    )
    expect(await received(other)).toEqual([])
    expect(await received(phone)).toEqual(['Good morning'])
  })

  it.each([':443', ''])('accepts the signature of an address with port %o', async port => {
    const phone = newPhone()
    const { sid } = await write(phone, 'Hello')
    const form = { MessageSid: sid, AccountSid: accountSid, From: phone, To: client.number, Body: 'Hello' }
    expect((await post(signed(form, undefined, `${publicOrigin}${port}`))).status).toBe(200)
  })

  it('raises a text’s status by its receipts in any order', async () => {
    const phone = newPhone()
    const messageId = (await client.send({ phone, text: 'Hello' })).body.successes[0].messageId
    const status = async (): Promise<string> =>
      (await client.call('GET', `/text/messaging/messages/${messageId}`)).body.status
    await eventually('it is delivered', async () => (await status()) === 'delivered')
    const message = all.account.messages.find(({ to }) => to === phone)
    const path = `/carriers/acme/receipts?reference=${messageId}`
    const form = { MessageSid: message?.sid ?? '', AccountSid: accountSid, From: client.number, To: phone }
    expect((await post(signed({ ...form, MessageStatus: 'sent' }, path))).status).toBe(200)
    expect(await status()).toBe('delivered')
  })

  it('finds a text whose response was lost by the reference in its receipt', async () => {
    const phone = newPhone()
    all.account.next.push('cut')
    const messageId = (await client.send({ phone, text: 'Is it there?' })).body.successes[0].messageId
    await eventually('it is delivered', async () => {
      const { body } = await client.call('GET', `/text/messaging/messages/${messageId}`)
      return body.status === 'delivered'
    })
    const { rows } = await all.texting.database.query<{ kind: string }>(
      'select kind from journal where advisor_id = $1 and subject_id = $2 order by id',
      [client.advisorId, messageId],
    )
    expect(rows.map(({ kind }) => kind)).toContain('message.unconfirmed')
    expect(all.account.messages.filter(({ to }) => to === phone)).toHaveLength(1)
  })
})

describe('400', () => {
  it('for a receipt without a status or text', async () => {
    const answer = await post(signed({ AccountSid: accountSid }, '/carriers/acme/receipts'))
    expect(answer.status).toBe(400)
  })
})

describe('403', () => {
  const phone = newPhone()
  const form = async (): Promise<Record<string, string>> => {
    const { sid } = await write(newPhone(), 'Hello')
    return { MessageSid: sid, AccountSid: accountSid, From: phone, To: client.number, Body: 'STOP' }
  }

  it.each<[string, (posted: Posted) => Posted]>([
    ['is not signed', posted => ({ ...posted, headers: {} })],
    ['has an empty signature', posted => ({ ...posted, headers: { 'x-twilio-signature': '' } })],
    ['has a word changed', posted => ({ ...posted, form: { ...posted.form, Body: 'START' } })],
    ['has an extra field', posted => ({ ...posted, form: { ...posted.form, OptOutType: 'STOP' } })],
    ['was signed for another address', posted => ({ ...posted, path: '/carriers/acme/receipts' })],
    ['was signed for another query', posted => ({ ...posted, path: `${posted.path}?reference=1` })],
    [
      'is from another account',
      ({ form: fields }) => signed({ ...fields, AccountSid: `AC${'f'.repeat(32)}` }),
    ],
    ['was signed for the requested host', ({ form: fields, path }) => signed(fields, path, all.url)],
    [
      'names the host it was signed for',
      ({ form: fields, path }) => {
        const posted = signed(fields, path, 'https://elsewhere.example')
        return { ...posted, headers: { ...posted.headers, 'x-forwarded-host': 'elsewhere.example' } }
      },
    ],
    [
      'was signed with another token',
      ({ form: fields, path }) => ({
        path,
        form: fields,
        headers: {
          'x-twilio-signature': twilio.getExpectedTwilioSignature(
            randomUUID(),
            `${publicOrigin}${path}`,
            fields,
          ),
        },
      }),
    ],
  ])('refuses a request that %s', async (_, change) => {
    const answer = await post(change(signed(await form())))
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'forbidden' })
    expect(await received(phone)).toEqual([])
  })

  it('does not reveal which carriers exist: an unknown one responds like a known one', async () => {
    await addCarrier(all.texting.database, installation(all.secretKeys), {
      name: 'wire',
      settings: { kind: 'smpp', host: '127.0.0.1', port: 1 },
      credentials: { systemId: 'us', password: 'x' },
      textsPerSecond: null,
      isDefault: false,
    })
    for (const name of ['nobody', 'wire', 'simulator']) {
      const path = `/carriers/${name}/texts`
      expect((await post(signed({ AccountSid: accountSid }, path))).status).toBe(403)
    }
  })
})
