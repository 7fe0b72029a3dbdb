// Live updates between processes: two apis, a sealer and a worker; one api is killed repeatedly.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { appOperations, sharedOperations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveText } from '../../src/delivery/replies/receive-text.ts'
import { startSession } from '../../src/identity/sessions/start-session.ts'
import { eventually } from '../carriers/texting.ts'
import { useTestDatabase } from '../database/database.ts'
import { type EventStream, openEvents, type ReceivedEvent } from '../http/event-stream.ts'
import { createAdvisor } from '../people/people.ts'
import { callApp } from '../servers/advisor-app.ts'
import { newPhone, prepare, testCarrier } from '../servers/texting-server.ts'
import { freePort } from './free-port.ts'
import { listening, parley } from './process.ts'
import { sealerSettings } from './sealer-settings.ts'
import { watchStolenTime } from './stolen-time.ts'

const { database, url, sealerUrl } = await useTestDatabase()
const sealerVariables = await sealerSettings(sealerUrl)
const ports = [await freePort(), await freePort()] as const
const origins = ports.map(port => `http://127.0.0.1:${port}`)
const settings = {
  DATABASE_URL: url,
  PUBLIC_ORIGIN: origins[0] ?? '',
  PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
type Process = ReturnType<typeof parley>
const apis: Process[] = []
const others: Process[] = []
const longMs = 60_000

async function startApi(at: number): Promise<void> {
  const api = parley(['api'], { ...settings, PORT: String(ports[at]) })
  apis[at] = api
  await listening(api)
}

async function startOther(role: 'sealer' | 'worker'): Promise<void> {
  const process = parley([role], { ...settings, ...sealerVariables, WORKER_PORT: '0' })
  others.push(process)
  await listening(process)
}

beforeAll(() => Promise.all([startApi(0), startApi(1), startOther('sealer')]))
afterAll(async () => {
  for (const run of [...apis, ...others]) {
    run.child.kill('SIGTERM')
    await run.exited()
  }
})

async function welcome({ isConsentRequired = false } = {}) {
  const { id: advisorId, firmId } = await createAdvisor(database)
  const number = await prepare(database, advisorId, firmId, { isConsentRequired })
  const cookie = `parley_app=${(await startSession(database, { personId: advisorId })).token}`
  return {
    advisorId,
    number,
    cookie,
    reply: (phone: string, text: string) =>
      receiveText(database, testCarrier, {
        from: phone,
        to: number,
        text,
        carrierMessageId: randomUUID(),
        sentAt: new Date(),
      }),
  }
}

const messageIdsIn = (streams: readonly EventStream[]): unknown[] =>
  streams.flatMap(({ events }) =>
    events.filter(({ name }) => name === 'message').map(({ data }) => data['messageId']),
  )

describe('live updates between processes', () => {
  it('arrive within a second, whichever process wrote them', async () => {
    const { cookie, reply } = await welcome()
    const phone = newPhone()
    const streams = await Promise.all(origins.map(origin => openEvents(origin, { cookie })))
    await eventually('both are ready', () => streams.every(({ events }) => events.length > 0), longMs)
    const slowness = watchStolenTime()
    const tookMs: number[] = []
    for (let time = 0; time < 15; time += 1) {
      const since = performance.now()
      const { messageId } = (await reply(phone, `Text ${time}`)) as { messageId: number }
      await eventually(
        'both windows hear of it',
        () => streams.every(stream => messageIdsIn([stream]).includes(messageId)),
        longMs,
      )
      tookMs.push(performance.now() - since)
    }
    for (const stream of streams) stream.close()
    // The median: a busy machine delays one or two of them.
    expect(tookMs.toSorted((one, other) => one - other)[7]).toBeLessThan(1_000 * slowness())
  })

  it('lose nothing while the sending process is killed five times and the other takes over', async () => {
    const { advisorId, cookie, reply } = await welcome()
    const state = { isWriting: true, isFollowing: true }
    const streams: EventStream[] = []
    /** Like EventSource: reconnects with the last event id, here to the other process. */
    const follow = async (): Promise<void> => {
      for (let turn = 0; state.isFollowing; turn += 1) {
        const lastId = streams.at(-1)?.lastId()
        try {
          const stream = await openEvents(origins[turn % 2] ?? '', { cookie, ...(lastId && { lastId }) })
          if (stream.status === 200) streams.push(stream)
          await stream.ended
          // Longer than a new stream looks back.
          await sleep(3_000)
        } catch {
          await sleep(50) // this process is down
        }
      }
    }
    const write = async (): Promise<void> => {
      const phone = newPhone()
      for (let count = 0; state.isWriting; count += 1) {
        // On an overloaded machine a send may fail. Only what the database has counts.
        await reply(phone, `Text ${count}`).catch(() => {})
        await sleep(5)
      }
    }
    const following = follow()
    await eventually('the stream is ready', () => (streams[0]?.events.length ?? 0) > 0, longMs)
    const writing = Promise.all([write(), write(), write()])
    for (let kill = 0; kill < 5; kill += 1) {
      const connections = streams.length
      const before = messageIdsIn(streams).length
      await eventually('texts are told', () => messageIdsIn(streams).length > before + 20, longMs)
      const at = kill % 2
      apis[at]?.child.kill('SIGKILL')
      await apis[at]?.exited()
      await eventually('the other one answers', () => streams.length > connections, longMs)
      await startApi(at)
    }
    state.isWriting = false
    await writing
    const { rows } = await database.query<{ id: number }>('select id from message where advisor_id = $1', [
      advisorId,
    ])
    const missing = (): number[] => {
      const told = new Set(messageIdsIn(streams))
      return rows.map(({ id }) => id).filter(id => !told.has(id))
    }
    await eventually('all are told', () => missing().length === 0, longMs).catch(() => {})
    expect(missing()).toEqual([])
    expect(rows.length).toBeGreaterThan(100)
    expect(streams.filter(({ events }) => events[0]?.name === 'reset')).toEqual([])
    state.isFollowing = false
    streams.at(-1)?.close()
    await following
  }, 1_200_000)
})

describe('the app and a handset side by side', () => {
  it('see each other’s events: the request, a YES, delivered, failed, lost and late texts, and a STOP', async () => {
    await startOther('worker')
    const { cookie } = await welcome({ isConsentRequired: true })
    const phone = newPhone()
    const params = { phone }
    const call = (operation: Parameters<typeof callApp>[2], options = {}) =>
      callApp(origins[0] ?? '', cookie, operation, options)
    const stream = await openEvents(origins[1] ?? '', { cookie })
    const hears = (name: string, fields: object): Promise<void> => {
      const isIt = (event: ReceivedEvent): boolean =>
        event.name === name && Object.entries(fields).every(([key, value]) => event.data[key] === value)
      return eventually(`${name} ${JSON.stringify(fields)}`, () => stream.events.some(isIt), longMs)
    }
    const onScreen = async (): Promise<readonly { text: string }[]> =>
      (await callApp(origins[0] ?? '', cookie, sharedOperations.listHandsetMessages, { params })).body.data
    const send = async (text: string): Promise<number> => {
      const answer = await call(appOperations.sendFromApp, { body: { phoneNumbers: [phone], text } })
      const { successes } = answer.body as unknown as { successes: { messageId: number }[] }
      return successes[0]?.messageId ?? 0
    }
    const behave = (behaviour: string) =>
      call(appOperations.setHandsetBehaviour, { params, body: { behaviour } })

    await call(sharedOperations.requestConsent, { body: { phoneNumbers: [phone] } })
    await hears('consent', { phone, event: 'requested' })
    await hears('status', { phone, status: 'submitted' })
    expect((await onScreen())[0]?.text).toContain('Reply YES')
    await call(sharedOperations.replyFromHandset, { params, body: { text: 'YES' } })
    await hears('consent', { phone, event: 'accepted', consent: 'accepted' })

    const delivered = await send('Arrives')
    await hears('status', { messageId: delivered, status: 'delivered' })
    await behave('fails')
    const failed = await send('Fails')
    await hears('status', { messageId: failed, status: 'undelivered' })
    await behave('silent')
    const silent = await send('Lost')
    await hears('status', { messageId: silent, status: 'submitted' })
    await behave('slow')
    const since = performance.now()
    const slow = await send('Late')
    await hears('status', { messageId: slow, status: 'delivered' })
    expect(performance.now() - since).toBeGreaterThan(2_000)
    // There is still no outcome for the lost one.
    const ofSilent = stream.events.filter(
      ({ name, data }) => name === 'status' && data['messageId'] === silent,
    )
    expect(ofSilent.map(({ data }) => data['status'])).toEqual(['submitted'])

    await behave('delivers')
    await call(sharedOperations.replyFromHandset, { params, body: { text: 'STOP' } })
    await hears('consent', { phone, event: 'revoked', consent: 'opted_out' })
    await eventually('the handset is told so', async () => (await onScreen()).length === 9, longMs)
    expect((await onScreen()).at(-1)?.text).toContain('no more texts')
    expect(await send('Too late')).toBe(0)
    await hears('message', { phone, what: 'refused' })
    stream.close()
  }, 720_000)
})
