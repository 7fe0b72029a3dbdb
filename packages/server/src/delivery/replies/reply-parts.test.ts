// Replies too long for one message: their parts arrive in any order, twice, late, or not at all.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
  testCarrier,
} from '../../../test/servers/texting-server.ts'
import { finishPartialTexts } from './finish-partial-texts.ts'
import { receiveText } from './receive-text.ts'
import type { ReceivedText } from './received-text.ts'

let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome()
})
afterAll(() => server.close())

const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.database.query(sql, values)).rows

interface Piece {
  readonly number: number
  readonly words: string
  readonly id?: string
}

const receive = (
  phone: string,
  count: number,
  { number, words, id = randomUUID() }: Piece,
  { reference = 'udh8:7', sentAt = new Date() } = {},
): Promise<ReceivedText> =>
  receiveText(server.database, testCarrier, {
    carrierMessageId: id,
    from: phone,
    to: client.number,
    text: words,
    sentAt,
    part: { reference, number, count },
  })

const textsOf = async (phone: string): Promise<unknown[]> =>
  (await rowsOf(`select text from message where phone = $1 and direction = 'in' order by id`, phone)).map(
    ({ text }) => text,
  )
const waitingOf = async (phone: string): Promise<number> =>
  (await rowsOf('select from inbound_part join member on member.id = member_id where phone = $1', phone))
    .length
const stateOf = async (phone: string): Promise<unknown> =>
  (
    await rowsOf('select consent from member where advisor_id = $1 and phone = $2', client.advisorId, phone)
  )[0]?.['consent']
const entriesOf = (phone: string) =>
  rowsOf(
    `select entry->>'kind' as kind, entry->'facts' as facts from journal_entry
     where advisor_id = $1 and entry->'facts'->>'from' = $2 order by id`,
    client.advisorId,
    phone,
  )
// A part's arrival time is rounded to a millisecond, so it may be up to half a millisecond ahead.
const noneMs = -1
/** Like the worker after ten minutes, or after thirty seconds if a part asks us to stop. */
const giveUp = (patience = { anyMs: noneMs, stopMs: noneMs }) =>
  finishPartialTexts(server.database, testCarrier, patience)

describe('a reply in parts', () => {
  it('is one message, whatever the order and number of deliveries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), {
          minLength: 2,
          maxLength: 6,
        }),
        fc.infiniteStream(fc.nat()),
        async (words, dice) => {
          const phone = newPhone()
          const pieces = words.map((each, index) => ({ number: index + 1, words: each, id: randomUUID() }))
          const twice = [...pieces, ...pieces.filter(() => (dice.next().value ?? 0) % 2 === 0)]
          const order = twice.toSorted(() => ((dice.next().value ?? 0) % 3) - 1)
          for (const piece of order) await receive(phone, words.length, piece)
          expect(await textsOf(phone)).toEqual([words.join('')])
          expect(await waitingOf(phone)).toBe(0)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('is one message if all parts arrive concurrently', async () => {
    const phone = newPhone()
    const pieces = Array.from({ length: 8 }, (_, index) => ({ number: index + 1, words: `${index} ` }))
    const endings = await Promise.all(pieces.map(piece => receive(phone, 8, piece)))
    expect(endings.filter(({ ending }) => ending === 'received')).toHaveLength(1)
    expect(await textsOf(phone)).toEqual(['0 1 2 3 4 5 6 7 '])
  })

  it('is journalled part by part on arrival, and as a whole', async () => {
    const phone = newPhone()
    const [first, second] = [randomUUID(), randomUUID()]
    await receive(phone, 2, { number: 2, words: 'morning', id: second })
    expect(await entriesOf(phone)).toMatchObject([
      {
        kind: 'part.received',
        facts: { text: 'morning', carrierMessageId: second, part: { number: 2, count: 2 } },
      },
    ])
    expect(await textsOf(phone)).toEqual([])
    const received = await receive(phone, 2, { number: 1, words: 'Good ', id: first })
    expect(await entriesOf(phone)).toMatchObject([
      { kind: 'part.received' },
      { kind: 'part.received', facts: { text: 'Good ' } },
      { kind: 'message.received', facts: { text: 'Good morning', partIds: [first, second] } },
    ])
    const { messageId } = received as { messageId: number }
    expect(
      await rowsOf('select is_part, message_id from inbound_text where carrier_message_id = any($1)', [
        first,
        second,
      ]),
    ).toEqual([
      { is_part: false, message_id: messageId },
      { is_part: false, message_id: messageId },
    ])
  })

  it('may be split inside a character', async () => {
    const phone = newPhone()
    await receive(phone, 2, { number: 1, words: 'Party \ud83c' })
    await receive(phone, 2, { number: 2, words: '\udf89!' })
    expect(await textsOf(phone)).toEqual(['Party 🎉!'])
  })

  it('does not mix with parts of another phone, reference or part count', async () => {
    const [one, other] = [newPhone(), newPhone()]
    await receive(one, 2, { number: 1, words: 'a' })
    await receive(other, 2, { number: 2, words: 'b' })
    await receive(one, 2, { number: 2, words: 'c' }, { reference: 'sar:7' })
    await receive(one, 3, { number: 2, words: 'd' })
    expect([await textsOf(one), await textsOf(other)]).toEqual([[], []])
    await receive(one, 2, { number: 2, words: 'e' })
    expect(await textsOf(one)).toEqual(['ae'])
  })

  it('whose reference is reused before it is complete is processed as it is', async () => {
    const phone = newPhone()
    await receive(phone, 2, { number: 1, words: 'old' })
    await receive(phone, 2, { number: 1, words: 'new ' })
    await receive(phone, 2, { number: 2, words: 'text' })
    expect(await textsOf(phone)).toEqual(['old[part 2 of 2 did not arrive]', 'new text'])
  })

  it('to a number without an advisor is stored part by part', async () => {
    const part = { reference: 'udh8:1', number: 1, count: 2 }
    const text = {
      carrierMessageId: randomUUID(),
      from: newPhone(),
      to: newPhone(),
      text: 'x\ud83c',
      sentAt: new Date(),
    }
    expect(await receiveText(server.database, testCarrier, { ...text, part })).toEqual({ ending: 'stray' })
    expect(
      await rowsOf('select stray from inbound_text where carrier_message_id = $1', text.carrierMessageId),
    ).toMatchObject([{ stray: { text: 'x\ufffd', part } }])
  })
})

describe('a reply with a missing part', () => {
  it('is processed after ten minutes and not before, with the gap marked', async () => {
    const phone = newPhone()
    await receive(phone, 3, { number: 1, words: 'One ' })
    await receive(phone, 3, { number: 3, words: 'three' })
    await finishPartialTexts(server.database, testCarrier)
    expect(await textsOf(phone)).toEqual([])
    await server.owner.query(`update inbound_part set received_at = received_at - interval '601 seconds'`)
    await Promise.all([1, 2, 3].map(() => finishPartialTexts(server.database, testCarrier)))
    expect(await textsOf(phone)).toEqual(['One [part 2 of 3 did not arrive]three'])
    expect((await entriesOf(phone)).at(-1)).toMatchObject({
      kind: 'message.received',
      facts: { missingParts: [2], classifyInbound: { kind: 'other' } },
    })
    // The part that arrives late is not lost either.
    await receive(phone, 3, { number: 2, words: 'two ' })
    await giveUp()
    expect(await textsOf(phone)).toHaveLength(2)
  })

  it('stops texts after thirty seconds if a part asks for it', async () => {
    const phone = newPhone()
    await client.accept(phone)
    await receive(phone, 2, { number: 1, words: 'Please stop texting me. I have told you before that ' })
    await giveUp({ anyMs: 600_000, stopMs: 30_000 })
    expect(await stateOf(phone)).toBe('accepted')
    await server.owner.query(`update inbound_part set received_at = received_at - interval '31 seconds'`)
    await giveUp({ anyMs: 600_000, stopMs: 30_000 })
    expect(await stateOf(phone)).toBe('opted_out')
    expect(
      await rowsOf(`select from message where phone = $1 and kind = 'stop_confirmation'`, phone),
    ).toHaveLength(1)
  })

  it('stops texts however many other replies miss a part', async () => {
    const others = Array.from({ length: 110 }, () => newPhone())
    for (const other of others) await receive(other, 2, { number: 1, words: 'I was thinking that ' })
    const later = await server.welcome()
    const phone = newPhone()
    await later.accept(phone)
    await receiveText(server.database, testCarrier, {
      carrierMessageId: randomUUID(),
      from: phone,
      to: later.number,
      text: 'Please stop texting me. I have ',
      sentAt: new Date(),
      part: { reference: 'udh8:7', number: 1, count: 2 },
    })
    await giveUp({ anyMs: 600_000, stopMs: noneMs })
    expect((await later.consent(phone)).body).toMatchObject({ optedOut: true })
    await giveUp()
  })

  it('never opens the gate', async () => {
    const phone = newPhone()
    await client.ask([phone])
    await receive(phone, 2, { number: 1, words: 'YES' })
    await giveUp()
    expect(await stateOf(phone)).toBe('pending')
  })
})

describe('a complete reply in parts', () => {
  it('stops texts immediately', async () => {
    const phone = newPhone()
    await client.accept(phone)
    await receive(phone, 2, { number: 2, words: ' texting me' })
    await receive(phone, 2, { number: 1, words: 'stop' })
    expect(await stateOf(phone)).toBe('opted_out')
  })

  it('is not undone by a START sent between its parts', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const at = Date.now()
    await receive(phone, 2, { number: 1, words: 'stop' }, { sentAt: new Date(at) })
    await client.reply(phone, 'START', { sentAt: new Date(at + 10) })
    await receive(phone, 2, { number: 2, words: ' texting me' }, { sentAt: new Date(at + 20) })
    expect(await stateOf(phone)).toBe('opted_out')
  })
})

it('a message that is not from a phone is stored as stray', async () => {
  const text = {
    carrierMessageId: randomUUID(),
    from: '611',
    to: client.number,
    text: 'Your bill',
    sentAt: new Date(),
  }
  expect(await receiveText(server.database, testCarrier, text)).toEqual({ ending: 'stray' })
  expect(await receiveText(server.database, testCarrier, text)).toEqual({ ending: 'known' })
})
