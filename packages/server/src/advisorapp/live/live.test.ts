import { appOperations, sharedOperations } from '@parley/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setState } from '../../../test/carriers/set-state.ts'
import { eventually } from '../../../test/carriers/texting.ts'
import { type EventStream, openEvents, type ReceivedEvent } from '../../../test/http/event-stream.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone, testCarrier } from '../../../test/servers/texting-server.ts'
import { receiveReceipts } from '../../delivery/receipts/receive-receipts.ts'

let server: AdvisorApp
let client: AppClient
let phone: string
const open: EventStream[] = []

beforeAll(async () => {
  server = await startAdvisorApp({ instances: 2 })
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await server.welcome({ isConsentRequired: false })
  phone = newPhone()
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

async function listen(
  how: { at?: number; lastId?: string; after?: string; cookie?: string } = {},
): Promise<EventStream> {
  const { at = 0, cookie = client.cookie, ...rest } = how
  const stream = await openEvents(server.origins[at] ?? '', { cookie, ...rest })
  open.push(stream)
  if (stream.status === 200) await heard(stream, ({ name }) => name === 'ready' || name === 'reset')
  return stream
}

const heard = async (
  stream: EventStream,
  wanted: (event: ReceivedEvent) => boolean,
): Promise<ReceivedEvent> => {
  await eventually('the event comes', () => stream.events.some(wanted))
  return stream.events.find(wanted) as ReceivedEvent
}

const named =
  (name: string, fields: object = {}) =>
  (event: ReceivedEvent): boolean =>
    event.name === name && Object.entries(fields).every(([key, value]) => event.data[key] === value)

const send = async (text = 'Hello') => {
  const { successes } = await client.ok(appOperations.sendFromApp, { body: { phoneNumbers: [phone], text } })
  return successes[0] ?? { memberId: 0, messageId: 0 }
}

describe('live updates', () => {
  it('report texts out and in, receipts, consent, reading, schedules, contacts and groups', async () => {
    const stream = await listen()
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    const { memberId, messageId } = await send()
    await heard(stream, named('message', { what: 'accepted', memberId, messageId, phone }))
    await server.database.query(
      `insert into carrier_message (carrier, carrier_message_id, advisor_id, member_id, message_id) values ($1, $2, $3, $4, $5)`,
      [testCarrier, `carrier ${messageId}`, client.advisorId, memberId, messageId],
    )
    await setState(server.database, messageId ?? undefined, 'submitted')
    await receiveReceipts(server.database, testCarrier, [
      { carrierMessageId: `carrier ${messageId}`, status: 'delivered', at: new Date() },
    ])
    await heard(stream, named('status', { messageId, status: 'delivered', memberId, phone }))
    await client.reply(phone, 'A reply')
    await heard(stream, named('message', { what: 'received', memberId, phone }))
    await client.reply(phone, 'STOP')
    await heard(stream, named('consent', { memberId, phone, event: 'revoked', consent: 'opted_out' }))
    await send()
    await heard(stream, named('message', { what: 'refused', memberId, phone }))
    const upToMessageId = Number.MAX_SAFE_INTEGER
    await client.ok(appOperations.markConversationRead, { params: { memberId }, body: { upToMessageId } })
    await heard(stream, named('read', { memberId }))
    const { id: contactId } = await client.ok(sharedOperations.createContact, { body: { firstName: 'Ann' } })
    await heard(stream, named('contact', { contactId, what: 'created' }))
    const { id: groupId } = await client.ok(sharedOperations.createGroup, { body: { name: 'A' } })
    await heard(stream, named('group', { groupId, what: 'created' }))
    const scheduled = await client.ok(appOperations.sendFromApp, {
      body: {
        phoneNumbers: [newPhone()],
        text: 'Later',
        scheduleDelivery: true,
        deliveryDate: Date.now() + 86_400_000,
      },
    })
    await heard(
      stream,
      named('schedule', { scheduleId: scheduled.successes[0]?.scheduleId, what: 'created' }),
    )
    // The stream contains no message content.
    expect(JSON.stringify(stream.events)).not.toMatch(/Hello|A reply|Later/)
  })

  it('arrive within a second from the other process, in every window', async () => {
    const windows = [await listen(), await listen(), await listen({ at: 1 })]
    const since = performance.now()
    await client.ok(appOperations.sendFromApp, { at: 1, body: { phoneNumbers: [phone], text: 'Hi' } })
    await Promise.all(windows.map(stream => heard(stream, named('message', { phone }))))
    // A second, plus the delay of a busy machine.
    expect(performance.now() - since).toBeLessThan(20_000)
  })

  it('are separate for each advisor', async () => {
    const other = await server.welcome({ isConsentRequired: false })
    const stream = await listen({ cookie: other.cookie })
    await send()
    await other.ok(sharedOperations.createGroup, { body: { name: 'Theirs' } })
    await heard(stream, named('group'))
    expect(stream.events.filter(({ name }) => name !== 'ready' && name !== 'group')).toEqual([])
  })

  it('resume on the other process without a gap', async () => {
    const first = await listen()
    await send('One')
    await heard(first, named('message', { phone }))
    first.close()
    const [two, three] = [newPhone(), newPhone()]
    for (const missed of [two, three]) {
      await client.ok(appOperations.sendFromApp, { body: { phoneNumbers: [missed], text: 'Missed' } })
    }
    for (const how of [{ lastId: first.lastId() }, { after: first.lastId() }]) {
      const second = await listen({ at: 1, ...how })
      for (const missed of [two, three]) {
        expect(await heard(second, named('message', { phone: missed }))).toBeDefined()
      }
    }
  })

  it('miss nothing that was written before and committed after: 200 texts of transactions that overlap', async () => {
    const stream = await listen()
    let lastId = ''
    // A slow transaction is older than all that come and go meanwhile.
    const slow = await server.database.connect()
    try {
      await slow.query('begin')
      await slow.query(
        `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
         values ($1, clock_timestamp(), 'group.created', 4711, '{}', '{}', sha256(''), sha256(''))`,
        [client.advisorId],
      )
      for (let done = 0; done < 200; done += 20) {
        await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            client.ok(sharedOperations.createGroup, { body: { name: `Group ${index}` }, at: index % 2 }),
          ),
        )
      }
      await eventually('all groups are told', () => stream.events.filter(named('group')).length >= 200)
      expect(stream.events.some(named('group', { groupId: 4711 }))).toBe(false)
      lastId = stream.lastId()
      await slow.query('commit')
    } finally {
      slow.release()
    }
    await heard(stream, named('group', { groupId: 4711 }))
    const told = stream.events.filter(named('group')).map(({ data }) => data['groupId'])
    expect(new Set(told).size).toBe(told.length)
    // A listener that was away at that moment does not miss it either.
    const resumed = await listen({ lastId, at: 1 })
    await heard(resumed, named('group', { groupId: 4711 }))
  })

  it('start again after too long an absence or an invalid id', async () => {
    const now = Date.now()
    const first = async (lastId: string) => (await listen({ lastId })).events[0]?.name
    expect(await first(`0-${now - 3_700_000}`)).toBe('reset')
    expect(await first(`0-${now + 3_700_000}`)).toBe('reset')
    // Ahead of the log, as after a restore, and ids of another form.
    expect(await first(`999999999-${now}`)).toBe('reset')
    expect(await first('999999999999999')).toBe('reset')
    expect(await first('x; drop table')).toBe('reset')
    expect(await first(`0-${now - 60_000}`)).toBe('ready')
  })

  it('end with the session, on every process', async () => {
    const [here, there] = [await listen(), await listen({ at: 1 })]
    const other = await server.signIn(client.advisorId)
    const stays = await listen({ cookie: other.cookie })
    await client.ok(appOperations.signOut)
    await Promise.all([here.ended, there.ended])
    for (const stream of [here, there]) expect(stream.events.at(-1)?.name).toBe('end')
    expect(stays.isEnded()).toBe(false)
    expect((await listen()).status).toBe(401)
  })

  it('are at most eight for a session', async () => {
    for (let count = 0; count < 8; count += 1) expect((await listen()).status).toBe(200)
    expect((await listen()).status).toBe(429)
    open[0]?.close()
    await eventually('another may come', async () => (await listen()).status === 200)
  })

  it('are refused to other sites', async () => {
    const answer = await fetch(`${server.origin}/app/api/events`, {
      headers: { cookie: client.cookie, 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
  })

  it('survive a short database outage', async () => {
    const stream = await listen()
    await server.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name = 'test' and state = 'idle'`,
    )
    await eventually('a text is accepted', async () => {
      const body = { phoneNumbers: [phone], text: 'Again' }
      return (await client.call(appOperations.sendFromApp, { body })).status === 200
    })
    expect(await heard(stream, named('message', { phone }))).toBeDefined()
  })

  it('end when the process stops, without delaying it', async () => {
    const short = await startAdvisorApp()
    const guest = await short.welcome()
    const stream = await openEvents(short.origin, { cookie: guest.cookie })
    await eventually('it is ready', () => stream.events.length > 0)
    const since = performance.now()
    await short.close()
    await stream.ended
    expect(performance.now() - since).toBeLessThan(20_000)
    expect(stream.events.at(-1)?.name).toBe('ready')
  })
})
