// Opt-outs known to the carrier and opt-outs known to us lead to the same state: closed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { newPhone, type TextingClient } from '../../../test/servers/texting-server.ts'
import { accountSid, refusal } from '../../../test/twilio/serve-twilio.ts'
import {
  publicOrigin,
  startTwilioInstallation,
  type TwilioInstallation,
} from '../../../test/twilio/twilio-account.ts'
import { optOut } from '../../consent/opt-out.ts'

let all: TwilioInstallation
let client: TextingClient
beforeAll(async () => {
  all = await startTwilioInstallation()
  client = await all.texting.welcome({ isConsentRequired: false })
  await all.give(client.number)
})
afterAll(() => all.close())

const rowsOf = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await all.texting.database.query<Row>(sql, values)).rows

const send = async (phone: string, text = 'Hello'): Promise<number> =>
  (await client.send({ phone, text })).body.successes[0].messageId

const message = async (id: number): Promise<{ status: string; reason?: string }> =>
  (await client.call('GET', `/text/messaging/messages/${id}`)).body

const ended = (id: number, status: string): Promise<void> =>
  eventually(`the text is ${status}`, async () => (await message(id)).status === status)

const write = (phone: string, text: string, told: Record<string, string> = {}) =>
  all.account.write({ from: phone, to: client.number, text }, all.repliesTo, told)

/** The ledger's events and the evidence of the last one. */
const ledger = async (phone: string): Promise<{ events: string[]; evidence: object | undefined }> => {
  const rows = await rowsOf<{ event: string; evidence: object }>(
    `select event, evidence from consent_event join member
       on member.advisor_id = consent_event.advisor_id and member.id = consent_event.member_id
     where member.advisor_id = $1 and phone = $2 order by version`,
    client.advisorId,
    phone,
  )
  return { events: rows.map(({ event }) => event), evidence: rows.at(-1)?.evidence }
}

const textsTo = (phone: string): string[] =>
  all.account.messages
    .filter(({ to, direction }) => to === phone && direction !== 'inbound')
    .map(({ body }) => body)

const failure = async (phone: string): Promise<string | undefined> =>
  (await client.send({ phone, text: 'Still there?' })).body.failureDetails[0]?.code

describe('an opt-out known to the carrier but not to us', () => {
  it('closes our gate when a text is refused because of it, with evidence in ledger and journal', async () => {
    const phone = newPhone()
    all.account.optedOut.add(phone)
    const id = await send(phone)
    await ended(id, 'failed')
    expect((await message(id)).reason).toBe('opted_out')
    const { events, evidence } = await ledger(phone)
    expect(events).toEqual(['revoked'])
    expect(evidence).toEqual({ carrier: 'acme', refusedMessageId: id })
    const entries = await rowsOf<{ kind: string; actor: { task: string } }>(
      `select kind, entry->'actor' as actor from journal_entry where advisor_id = $1 and kind = 'consent.revoked'
       order by id desc limit 1`,
      client.advisorId,
    )
    expect(entries[0]?.actor).toMatchObject({ kind: 'system', task: 'opt-out at the carrier' })
    expect((await client.consent(phone)).body).toMatchObject({ state: 'none', optedOut: true })
    expect(await failure(phone)).toBe('opted_out')
    // The carrier has confirmed it. We send no second confirmation, and it would not arrive.
    expect(textsTo(phone)).toEqual([])
  })

  it('stops texts waiting for the same recipient', async () => {
    const phone = newPhone()
    all.account.optedOut.add(phone)
    const [first, second] = [await send(phone, 'One'), await send(phone, 'Two')]
    await ended(first, 'failed')
    await ended(second, 'failed')
    expect((await message(second)).reason).toBe('opted_out')
    expect((await ledger(phone)).events).toEqual(['revoked'])
    const asked = all.account.posts.filter(form => form.get('To') === phone)
    expect(asked.map(form => form.get('Body'))).toEqual(['One'])
  })

  it('closes our gate when a receipt reports it', async () => {
    const phone = newPhone()
    const id = await send(phone)
    await ended(id, 'delivered')
    const sid = all.account.messages.findLast(({ to }) => to === phone)?.sid ?? ''
    const told = {
      MessageSid: sid,
      AccountSid: accountSid,
      From: client.number,
      To: phone,
      ErrorCode: '21610',
    }
    const url = `${publicOrigin}/carriers/acme/receipts?reference=${id}`
    expect(await all.account.post(url, { ...told, MessageStatus: 'undelivered' })).toBe(200)
    expect((await ledger(phone)).events).toEqual(['revoked'])
    // A delivered text stays delivered.
    expect((await message(id)).status).toBe('delivered')
    expect(await failure(phone)).toBe('opted_out')
  })

  it('is undone by the recipient’s own START, and by nothing else', async () => {
    const phone = newPhone()
    all.account.optedOut.add(phone)
    await ended(await send(phone), 'failed')
    all.account.optedOut.delete(phone)
    expect(await failure(phone)).toBe('opted_out')
    // The carrier reports whole seconds, and if the order is unclear the STOP counts as later.
    await new Promise(resolve => setTimeout(resolve, 1_100))
    await write(phone, 'START', { OptOutType: 'START' })
    expect((await ledger(phone)).events).toEqual(['revoked', 'restored'])
    await ended(await send(phone), 'delivered')
  })

  it('closes our gate again if the carrier’s stays closed after a START', async () => {
    const phone = newPhone()
    all.account.optedOut.add(phone)
    await ended(await send(phone), 'failed')
    await new Promise(resolve => setTimeout(resolve, 1_100))
    await write(phone, 'START')
    await ended(await send(phone), 'failed')
    expect((await ledger(phone)).events).toEqual(['revoked', 'restored', 'revoked'])
  })
})

describe('a reply the carrier has already handled', () => {
  it('is an opt-out in any words and is not confirmed twice', async () => {
    const phone = newPhone()
    await write(phone, 'Zap', { OptOutType: 'STOP' })
    const { events, evidence } = await ledger(phone)
    expect(events).toEqual(['revoked'])
    expect(evidence).toMatchObject({
      classifyInbound: { kind: 'stop', basis: 'carrier' },
      handledByCarrier: 'stop',
    })
    expect(await failure(phone)).toBe('opted_out')
    const texts = await rowsOf('select from message where phone = $1 and direction = $2', phone, 'out')
    expect(texts).toEqual([])
  })

  it('does not open our gate with a word we do not accept', async () => {
    const phone = newPhone()
    await write(phone, 'STOP', { OptOutType: 'STOP' })
    await new Promise(resolve => setTimeout(resolve, 1_100))
    await write(phone, 'Sign me up', { OptOutType: 'START' })
    expect((await ledger(phone)).events).toEqual(['revoked'])
    expect(await failure(phone)).toBe('opted_out')
  })

  it('gets no help text from us if the carrier sent one', async () => {
    const phone = newPhone()
    await write(phone, 'HELP', { OptOutType: 'HELP' })
    expect(await rowsOf('select from message where phone = $1 and direction = $2', phone, 'out')).toEqual([])
    await write(phone, 'HELP')
    expect(
      await rowsOf('select from message where phone = $1 and direction = $2', phone, 'out'),
    ).toHaveLength(1)
  })

  it('is confirmed once if the carrier confirms a STOP silently', async () => {
    const phone = newPhone()
    all.account.optedOut.add(phone)
    await write(phone, 'STOP')
    await eventually('our confirmation has ended', async () => {
      const rows = await rowsOf<{ status: string }>(
        `select status from message_status where phone = $1 and kind = 'stop_confirmation'`,
        phone,
      )
      return rows.length === 1 && rows[0]?.status === 'failed'
    })
    expect(textsTo(phone)).toEqual([])
    expect((await ledger(phone)).events).toEqual(['revoked'])
  })
})

describe('an opt-out known to us but not to the carrier', () => {
  it('blocks every text and is undone by the recipient’s START', async () => {
    const phone = newPhone()
    await ended(await send(phone), 'delivered')
    const author = {
      advisorId: client.advisorId,
      actor: { kind: 'operator', name: 'test' },
      traceId: null,
    } as const
    await optOut(all.texting.database, author, { phone, note: 'by telephone' })
    expect(await failure(phone)).toBe('opted_out')
    expect(textsTo(phone)).toEqual(['Hello'])
    await new Promise(resolve => setTimeout(resolve, 1_100))
    await write(phone, 'START')
    await ended(await send(phone, 'Welcome back'), 'delivered')
  })

  it('stops texts waiting while the link is busy', async () => {
    const phone = newPhone()
    all.account.next.push(refusal(429, 20429, { 'retry-after': '1' }))
    const id = await send(phone)
    await eventually('it is sent', () => all.account.posts.some(form => form.get('To') === phone))
    const author = {
      advisorId: client.advisorId,
      actor: { kind: 'operator', name: 'test' },
      traceId: null,
    } as const
    await optOut(all.texting.database, author, { phone, note: 'in person' })
    await ended(id, 'failed')
    expect(textsTo(phone)).toEqual([])
  })
})
