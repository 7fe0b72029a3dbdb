// Automatic texts are limited per phone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** Moves the times recorded for this phone into the past. */
const letTimePass = (phone: string, interval: string) =>
  rowsOf(
    `update member set asked_at = asked_at - $3::interval, declined_at = declined_at - $3::interval,
       helped_at = helped_at - $3::interval, confirmed_since = confirmed_since - $3::interval
     where advisor_id = $1 and phone = $2`,
    client.advisorId,
    phone,
    interval,
  )

describe('automatic texts to one phone', () => {
  const kindsTo = async (phone: string) => (await textsTo(phone)).map(({ kind }) => kind)
  const heldBack = async (phone: string) => {
    const rows = await rowsOf(
      `select entry->'facts'->>'answerHeldBack' as kind from journal
       where advisor_id = $1 and entry->'facts'->>'from' = $2 and entry->'facts' ? 'answerHeldBack'`,
      client.advisorId,
      phone,
    )
    return rows.map(({ kind }) => kind)
  }

  it('HELP is answered once an hour, even if repeated or concurrent, and each is stored', async () => {
    const phone = newPhone()
    await Promise.all(Array.from({ length: 20 }, () => client.reply(phone, 'HELP')))
    expect(await kindsTo(phone)).toEqual(['help'])
    expect(await rowsOf(`select from message where phone = $1 and direction = 'in'`, phone)).toHaveLength(20)
    expect(await heldBack(phone)).toEqual(Array(19).fill('help'))
    await letTimePass(phone, '61 minutes')
    await client.reply(phone, 'HELP')
    expect(await kindsTo(phone)).toEqual(['help', 'help'])
  })

  it('are counted per advisor', async () => {
    const other = await server.welcome()
    const phone = newPhone()
    await client.reply(phone, 'HELP')
    await other.reply(phone, 'HELP')
    expect(await kindsTo(phone)).toEqual(['help', 'help'])
  })

  it('alternating STOP and START are confirmed three times a day; the gate follows each', async () => {
    const phone = newPhone()
    let at = Date.now() - 3_600_000
    const say = (text: string) => client.reply(phone, text, { sentAt: new Date((at += 1_000)) })
    for (let round = 0; round < 6; round += 1) {
      await say('STOP')
      expect(await stateOf(phone)).toBe('opted_out')
      await say('START')
      expect(await stateOf(phone)).toBe('none')
    }
    expect(await kindsTo(phone)).toEqual(Array(3).fill('stop_confirmation'))
    expect(await heldBack(phone)).toEqual(Array(3).fill('stop_confirmation'))
    await letTimePass(phone, '25 hours')
    await say('STOP')
    expect(await kindsTo(phone)).toHaveLength(4)
  })
})
