// Replies whose carrier signed the webhook but cannot confirm it or withholds the words.
import twilio from 'twilio'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { newPhone, type TextingClient } from '../../../test/servers/texting-server.ts'
import { accountSid, authToken } from '../../../test/twilio/serve-twilio.ts'
import {
  publicOrigin,
  startTwilioInstallation,
  type TwilioInstallation,
  warnings,
} from '../../../test/twilio/twilio-account.ts'

let all: TwilioInstallation
let client: TextingClient
beforeAll(async () => {
  all = await startTwilioInstallation()
  client = await all.texting.welcome({ isConsentRequired: false })
  await all.give(client.number)
})
afterAll(() => all.close())

const write = (from: string, text: string, { type }: { type?: string } = {}) => {
  const told: Record<string, string> = type === undefined ? {} : { OptOutType: type }
  return all.account.write({ from, to: client.number, text }, all.repliesTo, told)
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

/** Redelivers the same request. */
const redeliver = async (form: Record<string, string>): Promise<number> => {
  const path = '/carriers/acme/texts'
  const signature = twilio.getExpectedTwilioSignature(authToken, `${publicOrigin}${path}`, form)
  const headers = { 'x-twilio-signature': signature }
  return (await fetch(`${all.url}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) }))
    .status
}

describe('while the carrier’s API does not respond', () => {
  const unavailable = { status: 503, body: {} }
  const form = (sid: string, phone: string, text: string): Record<string, string> => ({
    MessageSid: sid,
    AccountSid: accountSid,
    From: phone,
    To: client.number,
    Body: text,
    NumMedia: '0',
  })
  afterEach(() => {
    all.account.restore()
    all.account.read = undefined
    all.account.isRedacting = false
  })

  it.each(['STOP', 'please stop texting me', 'Disliked “Hi”\nSTOP'])(
    'closes the gate by the signed form for %o, and stores the text once',
    async text => {
      const phone = newPhone()
      all.account.read = unavailable
      const { sid, status } = await write(phone, text)
      expect(status).toBe(200)
      expect(await consentOf(phone)).toBe('opted_out')
      expect((await client.send({ phone, text: 'Hello?' })).body.failureDetails[0]?.code).toBe('opted_out')
      all.account.read = undefined
      // After redelivery and a fetch by the worker it is recognized.
      expect(await redeliver(form(sid, phone, text))).toBe(200)
      expect(await received(phone)).toEqual([text])
    },
  )

  it('does not wait long for an API that hangs', async () => {
    const phone = newPhone()
    all.account.read = 'hangs'
    const writing = write(phone, 'STOP')
    await eventually('the gate is closed', async () => (await consentOf(phone)) === 'opted_out', 3_000)
    expect((await writing).status).toBe(200)
  })

  it('closes it for an opt-out the carrier detected, even without the words', async () => {
    const phone = newPhone()
    all.account.read = unavailable
    expect((await write(phone, '', { type: 'STOP' })).status).toBe(200)
    expect(await consentOf(phone)).toBe('opted_out')
  })

  it.each(['START', 'YES', 'Good morning', ''])('accepts %o later and logs why', async text => {
    const phone = newPhone()
    all.account.read = unavailable
    const { sid, status } = await write(phone, text)
    expect(status).toBe(502)
    expect(await received(phone)).toEqual([])
    expect(warnings).toContainEqual({
      fields: {
        carrier: 'acme',
        why: 'a reply could not be verified: the carrier answers with status 503',
      },
      message: 'carrier problem',
    })
    all.account.read = undefined
    expect(await redeliver(form(sid, phone, text))).toBe(200)
    expect(await received(phone)).toHaveLength(1)
  })

  it('logs why a text could not be stored', async () => {
    const phone = newPhone()
    await all.texting.owner.query(
      `alter table inbound_text add constraint refuses_all check (carrier <> 'acme') not valid`,
    )
    try {
      expect((await write(phone, 'STOP')).status).toBe(502)
    } finally {
      await all.texting.owner.query('alter table inbound_text drop constraint refuses_all')
    }
    const told = warnings.findLast(({ message }) => message.startsWith('could not process a reply'))
    expect(told?.fields).toMatchObject({ carrier: 'acme', err: { code: '23514' } })
  })
})

describe('a carrier that redacts stored messages', () => {
  afterEach(() => {
    all.account.isRedacting = false
  })

  it('provides the words in the webhook', async () => {
    const phone = newPhone()
    all.account.isRedacting = true
    expect((await write(phone, 'Stop')).status).toBe(200)
    expect(await received(phone)).toEqual(['Stop'])
    expect(await consentOf(phone)).toBe('opted_out')
    const other = newPhone()
    await write(other, 'Good morning')
    expect(await received(other)).toEqual(['Good morning'])
    expect(await consentOf(other)).toBe('none')
  })

  it('and sends no words in the webhook closes the gate in doubt: it may have been a STOP', async () => {
    const phone = newPhone()
    expect((await write(phone, '')).status).toBe(200)
    expect(await received(phone)).toEqual(['[the carrier did not give the words]'])
    expect(await consentOf(phone)).toBe('opted_out')
    const { rows } = await all.texting.database.query<{ classifyInbound: object }>(
      `select entry->'facts'->'classifyInbound' as "classifyInbound" from journal_entry
       where advisor_id = $1 and kind = 'message.received' and entry->'facts'->>'from' = $2`,
      [client.advisorId, phone],
    )
    expect(rows[0]?.classifyInbound).toEqual({ kind: 'stop', basis: 'doubt', matched: 'words withheld' })
  })
})
