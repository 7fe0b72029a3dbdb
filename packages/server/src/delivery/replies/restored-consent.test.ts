// Consent after an opt-out.
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

const stateOf = async (phone: string): Promise<string> => {
  const [row] = await rowsOf(
    'select consent from member where advisor_id = $1 and phone = $2',
    client.advisorId,
    phone,
  )
  return String(row?.['consent'])
}

describe('START, UNSTOP and OPT IN', () => {
  it.each(['START', 'unstop', 'Opt in'])('“%s” restores accepted if it was accepted before', async text => {
    const phone = newPhone()
    await client.accept(phone)
    await client.reply(phone, 'STOP')
    await client.reply(phone, text)
    expect(await stateOf(phone)).toBe('accepted')
    expect((await client.send({ phone, text: 'Hello' })).body.successes).toHaveLength(1)
  })

  it('restore none otherwise, even if a request was open', async () => {
    for (const isAsked of [false, true]) {
      const phone = newPhone()
      if (isAsked) await client.ask([phone])
      await client.reply(phone, 'STOP')
      await client.reply(phone, 'START')
      expect(await stateOf(phone)).toBe('none')
    }
  })

  it('are the only way back: YES, a new request and a new contact do not work', async () => {
    const phone = newPhone()
    await client.accept(phone)
    await client.reply(phone, 'STOP')
    await client.reply(phone, 'YES')
    await client.ask([phone])
    await client.call('POST', '/core/contact/contacts', { phone })
    expect(await stateOf(phone)).toBe('opted_out')
  })

  it('win over a STOP sent before them that arrives later, and not the reverse', async () => {
    const sent = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 10_000)
    const [late, early, tie] = [newPhone(), newPhone(), newPhone()]
    for (const phone of [late, early, tie]) await client.accept(phone)
    await client.reply(late, 'START', { sentAt: sent(2) })
    await client.reply(late, 'STOP', { sentAt: sent(1) })
    expect(await stateOf(late)).toBe('accepted')
    await client.reply(early, 'STOP', { sentAt: sent(2) })
    await client.reply(early, 'START', { sentAt: sent(1) })
    expect(await stateOf(early)).toBe('opted_out')
    const same = sent(1)
    await client.reply(tie, 'START', { sentAt: same })
    await client.reply(tie, 'STOP', { sentAt: same })
    expect(await stateOf(tie)).toBe('opted_out')
  })

  it('lose to a STOP if a clock was wrong or the order is unknown', async () => {
    const [ahead, doubtful] = [newPhone(), newPhone()]
    for (const phone of [ahead, doubtful]) await client.accept(phone)
    await client.reply(ahead, 'START', { sentAt: new Date(Date.now() + 86_400_000) })
    await client.reply(ahead, 'STOP')
    expect(await stateOf(ahead)).toBe('opted_out')
    const stop = { sentAt: new Date(Date.now() - 60_000), latestAt: new Date(Date.now() + 1_000) }
    await client.reply(doubtful, 'START')
    await client.reply(doubtful, 'STOP', stop)
    expect(await stateOf(doubtful)).toBe('opted_out')
    // A START that may be older does not open the gate either.
    await client.reply(doubtful, 'START', stop)
    expect(await stateOf(doubtful)).toBe('opted_out')
  })
})

describe('a delayed YES', () => {
  it('does not answer a later request', async () => {
    const phone = newPhone()
    await client.ask([phone])
    await client.reply(phone, 'Yes', { sentAt: new Date(Date.now() - 120_000) })
    expect(await stateOf(phone)).toBe('pending')
    await client.reply(phone, 'Yes')
    expect(await stateOf(phone)).toBe('accepted')
  })
})
