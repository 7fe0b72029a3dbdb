// Races on one number, on real PostgreSQL. PARLEY_TEST_SHARE=1 runs the full number of races.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roundsOf } from '../../../test/rounds-of.ts'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../../test/servers/texting-server.ts'

let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting({ connections: 12 })
  client = await server.welcome()
})
afterAll(() => server.close(), 60_000)

const times = (count: number): number => roundsOf(count, 5, 0.02)

const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.database.query(sql, values)).rows

/** A small random delay, so that each order occurs. */
const soon = (): Promise<void> => new Promise(resolve => setTimeout(resolve, Math.random() * 4))

async function runMany(count: number, race: (index: number) => Promise<void>): Promise<void> {
  const queue = Array.from({ length: count }, (_, index) => index)
  const work = async (): Promise<void> => {
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) await race(index)
  }
  await Promise.all(Array.from({ length: 4 }, work))
}

const minutes = 20 * 60_000

/** Texts accepted after the recipient's STOP. Both times are taken under the lock of the member's row. */
const acceptedAfterStop = () =>
  rowsOf(
    `select message.id from message
     join consent_event as stop on stop.advisor_id = message.advisor_id and stop.member_id = message.member_id
     where message.advisor_id = $1 and message.kind = 'text' and message.direction = 'out' and stop.event = 'revoked'
       and (message.created_at > stop.occurred_at or message.consent_version >= stop.version)`,
    client.advisorId,
  )

describe('a STOP against a send', () => {
  it(
    `wins or comes after the send, ${times(5_000)} times`,
    async () => {
      const outcomes = { sent: 0, refused: 0 }
      await runMany(times(5_000), async () => {
        const phone = newPhone()
        await client.accept(phone)
        const [answer] = await Promise.all([
          soon().then(() => client.send({ phone, text: 'Hello' })),
          soon().then(() => client.reply(phone, 'STOP')),
        ])
        expect(answer.status).toBe(200)
        if (answer.body.successes.length === 1) outcomes.sent += 1
        else {
          expect(answer.body.failureDetails[0].code).toBe('opted_out')
          outcomes.refused += 1
        }
        // Whoever won the race, the gate is closed now.
        const after = await client.send({ phone, text: 'After' })
        expect(after.body.failureDetails[0].code).toBe('opted_out')
      })
      expect(await acceptedAfterStop()).toEqual([])
      expect(outcomes.sent).toBeGreaterThan(0)
      expect(outcomes.refused).toBeGreaterThan(0)
    },
    minutes,
  )

  it(
    `from 100 recipients wins or comes after the send, ${times(250)} times`,
    async () => {
      for (let index = 0; index < times(250); index += 1) {
        const phones = Array.from({ length: 100 }, newPhone)
        await client.ask(phones)
        await Promise.all(phones.map(phone => client.reply(phone, 'YES')))
        const stopping = phones.filter(() => Math.random() < 0.1)
        const [answer] = await Promise.all([
          client.send({ phoneNumbers: phones, text: 'To all' }),
          ...stopping.map(phone => soon().then(() => client.reply(phone, 'STOP'))),
        ])
        expect(answer.body.successes.length + answer.body.failures.length).toBe(100)
      }
      expect(await acceptedAfterStop()).toEqual([])
    },
    minutes,
  )
})

it(
  `a YES during a send ends as one of the two orders, ${times(1_500)} times`,
  async () => {
    const outcomes = { sent: 0, refused: 0 }
    await runMany(times(1_500), async () => {
      const phone = newPhone()
      await client.ask([phone])
      const [answer] = await Promise.all([
        soon().then(() => client.send({ phone, text: 'Hello' })),
        soon().then(() => client.reply(phone, 'YES')),
      ])
      const [success] = answer.body.successes
      if (success) {
        outcomes.sent += 1
        const [message] = await rowsOf('select consent_version from message where id = $1', success.messageId)
        expect(message?.['consent_version']).toBe(2)
      } else {
        outcomes.refused += 1
        expect(answer.body.failureDetails[0].code).toBe('consent_pending')
      }
      expect((await client.consent(phone)).body.state).toBe('accepted')
    })
    expect(outcomes.sent).toBeGreaterThan(0)
    expect(outcomes.refused).toBeGreaterThan(0)
  },
  minutes,
)

describe('an unknown number', () => {
  const found = async (phone: string): Promise<number[]> => {
    const count = async (table: string) =>
      (await rowsOf(`select from ${table} where advisor_id = $1 and phone = $2`, client.advisorId, phone))
        .length
    return [await count('member'), await count('contact')]
  }

  it(
    `reached by eight concurrent texts and requests is one member and one contact, ${times(300)} times`,
    async () => {
      await runMany(times(300), async () => {
        const phone = newPhone()
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            index % 2 === 0 ? client.send({ phone, text: 'Hello' }) : client.ask([phone]),
          ),
        )
        expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
        expect(await found(phone)).toEqual([1, 1])
      })
    },
    minutes,
  )

  it(
    `with contacts created concurrently: one member, at most one extra contact, ${times(300)} times`,
    async () => {
      await runMany(times(300), async () => {
        const phone = newPhone()
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) => {
            if (index < 2) return client.call('POST', '/core/contact/contacts', { firstName: 'Maria', phone })
            return index % 2 === 0 ? client.send({ phone, text: 'Hello' }) : client.ask([phone])
          }),
        )
        expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
        const [members, contacts] = await found(phone)
        expect(members).toBe(1)
        expect(contacts).toBeOneOf([2, 3])
      })
    },
    minutes,
  )
})

it(
  `50 duplicates of one keyed request have one effect and one response, ${times(200)} times`,
  async () => {
    const free = await server.welcome({ isConsentRequired: false })
    for (let index = 0; index < times(200); index += 1) {
      const phone = newPhone()
      const headers = { 'idempotency-key': randomUUID() }
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => free.send({ phone, text: 'Once' }, headers)),
      )
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers.filter(answer => answer.headers['idempotency-replayed'] === undefined)).toHaveLength(1)
      expect(await rowsOf('select from message where phone = $1', phone)).toHaveLength(1)
    }
  },
  minutes,
)

it(
  'after all races, every message has its journal entry and outbox row, and none exists alone',
  async () => {
    const messages = `select advisor_id, id from message where direction = 'out'`
    const entries = `select advisor_id, subject_id from journal where kind = 'message.accepted'`
    const jobs = 'select advisor_id, message_id from outbox'
    for (const [one, other] of [
      [messages, entries],
      [entries, messages],
      [messages, jobs],
      [jobs, messages],
    ]) {
      expect(await rowsOf(`(${one}) except (${other})`)).toEqual([])
    }
  },
  minutes,
)
