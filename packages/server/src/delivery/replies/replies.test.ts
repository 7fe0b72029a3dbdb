// The effect of a recipient's reply, as partners and the ledger see it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dispatchers } from '../../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import { deliverTo } from '../../../test/carriers/set-state.ts'
import { eventually } from '../../../test/carriers/texting.ts'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
  testCarrier,
} from '../../../test/servers/texting-server.ts'
import { receiveText } from './receive-text.ts'

let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome()
})
afterAll(() => server.close())

const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.database.query(sql, values)).rows

const textsTo = (phone: string) =>
  rowsOf(`select kind, text, number from message where phone = $1 and direction = 'out' order by id`, phone)

const stateOf = async (phone: string): Promise<string> => {
  const [row] = await rowsOf(
    'select consent from member where advisor_id = $1 and phone = $2',
    client.advisorId,
    phone,
  )
  return String(row?.['consent'])
}

const ledgerOf = (phone: string) =>
  rowsOf(
    `select event, state_before, state_after, evidence from consent_event
     join member on member.id = consent_event.member_id where member.phone = $1 order by version`,
    phone,
  )

/** Moves the times recorded for this phone into the past. */
const letTimePass = async (phone: string, interval: string) => {
  await deliverTo(server.database, phone)
  return rowsOf(
    `update member set asked_at = asked_at - $3::interval, declined_at = declined_at - $3::interval,
       helped_at = helped_at - $3::interval, confirmed_since = confirmed_since - $3::interval
     where advisor_id = $1 and phone = $2`,
    client.advisorId,
    phone,
    interval,
  )
}

describe('a reply', () => {
  it('is stored as a message and a journal entry with the original text', async () => {
    const phone = newPhone()
    const text = '  Can we talk on Tuesday? \u{1F600}\n'
    const received = await client.reply(phone, text)
    expect(received).toMatchObject({ ending: 'received', advisorId: client.advisorId })
    expect(await rowsOf('select * from message_status where phone = $1', phone)).toMatchObject([
      { direction: 'in', status: 'received', text, number: client.number, advisor_id: client.advisorId },
    ])
    const entries = await rowsOf(
      `select entry from journal_entry where advisor_id = $1 and entry->'facts'->>'from' = $2`,
      client.advisorId,
      phone,
    )
    expect(entries).toMatchObject([
      {
        entry: {
          kind: 'message.received',
          actor: { kind: 'recipient' },
          facts: { text, classifyInbound: { kind: 'other' }, carrier: testCarrier },
        },
      },
    ])
  })

  it('takes effect once, even if redelivered or delivered concurrently', async () => {
    const phone = newPhone()
    await client.ask([phone])
    const carrierMessageId = randomUUID()
    const endings = await Promise.all(
      Array.from({ length: 5 }, () => client.reply(phone, 'STOP', { carrierMessageId })),
    )
    expect(endings.map(({ ending }) => ending).toSorted()).toEqual([
      'known',
      'known',
      'known',
      'known',
      'received',
    ])
    expect((await textsTo(phone)).map(({ kind }) => kind)).toEqual(['consent_request', 'stop_confirmation'])
    expect((await ledgerOf(phone)).map(({ event }) => event)).toEqual(['requested', 'revoked'])
  })

  it('to a number without an advisor is stored', async () => {
    const text = {
      carrierMessageId: randomUUID(),
      from: newPhone(),
      to: newPhone(),
      text: 'STOP',
      sentAt: new Date(),
    }
    expect(await receiveText(server.database, testCarrier, text)).toEqual({ ending: 'stray' })
    expect(await receiveText(server.database, testCarrier, text)).toEqual({ ending: 'known' })
    const [row] = await rowsOf(
      'select stray from inbound_text where carrier_message_id = $1',
      text.carrierMessageId,
    )
    expect(row?.['stray']).toMatchObject({ from: text.from, to: text.to, text: 'STOP' })
  })

  it('to a released number reaches its last advisor', async () => {
    const former = await server.welcome()
    const phone = newPhone()
    await former.accept(phone)
    await server.database.query('update texting_number set active = false where advisor_id = $1', [
      former.advisorId,
    ])
    await former.reply(phone, 'STOP')
    expect((await former.consent(phone)).body).toMatchObject({ optedOut: true })
  })

  it('concerns only the advisor whose number it was sent to', async () => {
    const other = await server.welcome()
    const phone = newPhone()
    await client.accept(phone)
    await other.accept(phone)
    await client.reply(phone, 'STOP')
    expect((await other.consent(phone)).body).toMatchObject({ state: 'accepted' })
  })
})

describe('the affirmative words', () => {
  const words = ['ACCEPT', 'YES', 'Y', 'AGREE', 'I ACCEPT', 'I AGREE', 'OPT IN', 'START']
  const spellings = (word: string) => [word, word.toLowerCase(), `  ${word}!`, `${word.toLowerCase()}.\n`]

  it.each(words.flatMap(spellings))('“%s” accepts while a request is open', async text => {
    const phone = newPhone()
    await client.ask([phone])
    await client.reply(phone, text)
    expect(await stateOf(phone)).toBe('accepted')
    expect((await textsTo(phone)).map(({ kind }) => kind)).toEqual(['consent_request', 'opt_in_confirmation'])
  })

  it.each(words)('“%s” is an ordinary reply without a request', async text => {
    const phone = newPhone()
    await client.reply(phone, text)
    expect(await stateOf(phone)).toBe('none')
    expect(await textsTo(phone)).toEqual([])
    expect(await ledgerOf(phone)).toEqual([])
  })

  it('are stored with the original reply', async () => {
    const phone = newPhone()
    await client.ask([phone])
    await client.reply(phone, ' Yes! ', { carrierMessageId: `id-${phone}` })
    expect((await ledgerOf(phone)).at(-1)).toMatchObject({
      event: 'accepted',
      state_before: 'pending',
      state_after: 'accepted',
      evidence: { reply: ' Yes! ', carrier: testCarrier, carrierMessageId: `id-${phone}` },
    })
  })
})

describe('the opt-out words', () => {
  const words = [
    'STOP',
    'STOPALL',
    'QUIT',
    'END',
    'REVOKE',
    'OPT OUT',
    'OPT-OUT',
    'OPTOUT',
    'CANCEL',
    'UNSUBSCRIBE',
  ]

  it.each(words.flatMap(word => [word, ` ${word.toLowerCase()}! `]))(
    '“%s” closes the gate before it is acknowledged',
    async text => {
      const phone = newPhone()
      await client.accept(phone)
      await client.reply(phone, text)
      expect(await stateOf(phone)).toBe('opted_out')
      const { body } = await client.send({ phone, text: 'Hello' })
      expect(body.failureDetails[0].code).toBe('opted_out')
    },
  )

  it.each(['please stop texting me', 'Stop. Thank you', 'no mas', 'lose my number'])(
    'so does “%s”',
    async text => {
      const phone = newPhone()
      await client.accept(phone)
      await client.reply(phone, text)
      expect(await stateOf(phone)).toBe('opted_out')
    },
  )

  it.each(['stop by my office', 'the meeting will end at 5', 'cancel my appointment please'])(
    'but “%s” is for the advisor to read',
    async text => {
      const phone = newPhone()
      await client.accept(phone)
      await client.reply(phone, text)
      expect(await stateOf(phone)).toBe('accepted')
    },
  )

  it('work from every state, and are confirmed by exactly one text, which may be sent for five minutes', async () => {
    const phones = { none: newPhone(), pending: newPhone(), accepted: newPhone() }
    await client.ask([phones.pending])
    await client.accept(phones.accepted)
    for (const phone of Object.values(phones)) {
      await client.reply(phone, 'STOP')
      await client.reply(phone, 'STOP')
      await client.reply(phone, 'please stop texting me')
      expect(await stateOf(phone)).toBe('opted_out')
      const confirmations = (await textsTo(phone)).filter(({ kind }) => kind === 'stop_confirmation')
      expect(confirmations).toEqual([
        { kind: 'stop_confirmation', text: 'A firm: you will get no more texts.', number: client.number },
      ])
      const [job] = await rowsOf(
        `select passes_gate, extract(epoch from expires_at - due_at)::integer as seconds
         from outbox join message on message.id = message_id where message.phone = $1 and passes_gate`,
        phone,
      )
      expect(job).toEqual({ passes_gate: true, seconds: 300 })
    }
  })

  it('that arrive late are not confirmed: the five minutes start when they were written', async () => {
    const phone = newPhone()
    const carrier = createScriptedCarrier({ name: testCarrier })
    await client.accept(phone)
    await client.reply(phone, 'STOP', { sentAt: new Date(Date.now() - 301_000) })
    expect(await stateOf(phone)).toBe('opted_out')
    const { dispatch, stopAll } = dispatchers(server.database)
    dispatch({ carrier })
    await eventually('the confirmation has ended', async () => {
      const rows = await rowsOf(
        'select from outbox join message on message.id = message_id where message.phone = $1 and passes_gate',
        phone,
      )
      return rows.length === 0
    })
    await stopAll()
    expect(carrier.written.filter(({ to, text }) => to === phone && text.includes('no more'))).toEqual([])
  })

  it('record in the ledger the texts in flight at that moment', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const { body } = await client.send({ phone, text: 'On its way' })
    const { messageId } = body.successes[0]
    await server.database.query(
      `update outbox set lease_until = now() + interval '30 seconds', attempts = 1 where message_id = $1`,
      [messageId],
    )
    await client.reply(phone, 'STOP')
    expect((await ledgerOf(phone)).at(-1)).toMatchObject({
      event: 'revoked',
      evidence: { reply: 'STOP', inFlight: [messageId] },
    })
  })
})

describe('HELP and INFO', () => {
  it.each(['HELP', 'info', ' Help? '])('“%s” gets one text, even after STOP', async text => {
    const phone = newPhone()
    await client.reply(phone, text)
    expect(await textsTo(phone)).toEqual([
      { kind: 'help', text: 'A firm: reply STOP to opt out.', number: client.number },
    ])
    await client.reply(phone, 'STOP')
    await letTimePass(phone, '61 minutes')
    await client.reply(phone, text)
    expect((await textsTo(phone)).map(({ kind }) => kind)).toEqual(['help', 'stop_confirmation', 'help'])
    expect(await stateOf(phone)).toBe('opted_out')
  })
})

describe('while a request is open', () => {
  it('any other reply gets guidance, once per request', async () => {
    const phone = newPhone()
    const kinds = async () => (await textsTo(phone)).map(({ kind }) => kind)
    await client.ask([phone])
    await client.reply(phone, 'Who is this?')
    await client.reply(phone, 'Who is this, please?')
    expect(await kinds()).toEqual(['consent_request', 'guidance'])
    expect((await textsTo(phone)).at(-1)?.['text']).toMatch(/YES.*STOP/)
    await letTimePass(phone, '25 hours')
    await client.ask([phone])
    await client.reply(phone, 'Hm')
    await client.reply(phone, 'Hm')
    expect(await kinds()).toEqual(['consent_request', 'guidance', 'consent_request', 'guidance'])
    await client.reply(phone, 'YES')
    expect(await stateOf(phone)).toBe('accepted')
  })

  it('NO declines, is recorded, and neither it nor later replies get a text', async () => {
    const phone = newPhone()
    await client.ask([phone])
    await client.reply(phone, 'No')
    await client.reply(phone, 'No!')
    await client.reply(phone, 'Who is this?')
    expect(await stateOf(phone)).toBe('declined')
    expect((await ledgerOf(phone)).map(({ event, state_after }) => [event, state_after])).toEqual([
      ['requested', 'pending'],
      ['declined', 'declined'],
    ])
    expect(await textsTo(phone)).toHaveLength(1)
    await client.reply(phone, 'YES')
    expect(await stateOf(phone)).toBe('accepted')
  })
})
