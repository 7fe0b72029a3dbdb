// Automatic texts are limited per phone.
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

describe('automatic texts to one phone', () => {
  const kindsTo = async (phone: string) => (await textsTo(phone)).map(({ kind }) => kind)
  const heldBack = async (phone: string) => {
    const rows = await rowsOf(
      `select entry->'facts'->>'answerHeldBack' as kind from journal_entry
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

  it('are not sent for replies from before a restore, which may have been answered; a STOP takes effect', async () => {
    const phone = newPhone()
    const restoredAt = new Date()
    await server.owner.query(
      `insert into recovery (number, operator, started_at, plan) values (1, 'sam', $1, '{}')`,
      [restoredAt],
    )
    const after = (seconds: number) => ({ sentAt: new Date(restoredAt.getTime() + seconds * 1_000) })
    await client.reply(phone, 'HELP', after(-20))
    await client.reply(phone, 'STOP', after(-10))
    expect(await stateOf(phone)).toBe('opted_out')
    expect(await kindsTo(phone)).toEqual([])
    expect(await heldBack(phone)).toEqual(['help', 'stop_confirmation'])
    await client.reply(phone, 'HELP', after(61))
    expect(await kindsTo(phone)).toEqual(['help'])
    // The other tests of this file are of an installation that was never restored.
    await server.owner.query(`alter table recovery disable trigger all; delete from recovery`)
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

  it('a YES is confirmed by exactly one text with the names, HELP and STOP, and a second YES by none', async () => {
    const phone = newPhone()
    await client.ask([phone])
    await Promise.all(Array.from({ length: 5 }, () => client.reply(phone, 'YES')))
    const [, confirmation, ...rest] = await textsTo(phone)
    expect(confirmation).toMatchObject({
      kind: 'opt_in_confirmation',
      number: client.number,
      text: 'A firm: you agreed to texts from An advisor. Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.',
    })
    expect(rest).toEqual([])
    const entries = await rowsOf(
      `select entry->'actor'->>'kind' as actor, entry->'facts'->>'kind' as kind from journal_entry
       where advisor_id = $1 and kind = 'message.accepted' and entry->'facts'->>'to' = $2 order by id`,
      client.advisorId,
      phone,
    )
    expect(entries.at(-1)).toEqual({ actor: 'system', kind: 'opt_in_confirmation' })
  })

  it('a START after a STOP is confirmed if it restores consent, three opt-ins a day', async () => {
    const phone = newPhone()
    let at = Date.now()
    const say = (text: string) => client.reply(phone, text, { sentAt: new Date((at += 1_000)) })
    await client.ask([phone])
    await say('YES')
    for (let round = 0; round < 4; round += 1) {
      await say('STOP')
      await say('START')
      expect(await stateOf(phone)).toBe('accepted')
    }
    const kinds = await kindsTo(phone)
    expect(kinds.filter(kind => kind === 'opt_in_confirmation')).toHaveLength(3)
    expect(kinds.slice(0, 4)).toEqual([
      'consent_request',
      'opt_in_confirmation',
      'stop_confirmation',
      'opt_in_confirmation',
    ])
  })

  it('a STOP wins over a confirmation that is still waiting', async () => {
    const phone = newPhone()
    await client.ask([phone])
    await client.reply(phone, 'YES')
    await client.reply(phone, 'STOP', { sentAt: new Date(Date.now() + 1_000) })
    const waiting = await rowsOf(
      `select message.kind, outbox.passes_gate from outbox join message on message.id = outbox.message_id
       where message.phone = $1 and message.kind <> 'consent_request' order by message.id`,
      phone,
    )
    expect(waiting).toEqual([
      { kind: 'opt_in_confirmation', passes_gate: false },
      { kind: 'stop_confirmation', passes_gate: true },
    ])
  })
})
