// Following events: across pages, outages and restarts, in order.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ParleyEvent } from '../src/index.ts'
import { failureOf, ok, problem, type ScriptedServer, startScriptedServer } from './scripted-server.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())

const phoneOf = (memberId: number): string => `+1202555${String(memberId).padStart(4, '0')}`

const eventOf = (sequence: number, memberId: number): ParleyEvent => ({
  id: `evt_${sequence}`,
  type: 'message.delivered',
  timestamp: '2026-11-15T20:51:07.123Z',
  advisor: 'avery.stone',
  sequence,
  subject: { type: 'message', id: sequence },
  conversation: { memberId, phone: phoneOf(memberId) },
  actor: { type: 'system', self: false },
  data: { messageId: sequence, status: 'delivered' },
})

let log: ParleyEvent[] = []
let asked: URLSearchParams[] = []
let outages = 0

/** The events from the cursor on, two at a time; at the end it waits for a moment, as the service does. */
beforeEach(() => {
  log = []
  asked = []
  outages = 0
  server.playEvents(({ url }) => {
    const query = new URL(url, 'http://parley.test').searchParams
    asked.push(query)
    if (outages > 0) {
      outages -= 1
      return problem('downstream_unavailable', { 'retry-after': '0' })
    }
    const after = query.get('after')
    const start = after === 'end' ? log.length : Number(after ?? 0)
    const page = log.slice(start, start + 2)
    return ok({
      data: page.map((event, index) => ({ cursor: String(start + index + 1), event })),
      cursor: String(start + page.length),
      hasMore: start + page.length < log.length,
    })
  })
})

describe('since', () => {
  it('yields everything after the cursor, page after page, through an outage, until the signal', async () => {
    log = Array.from({ length: 5 }, (_, index) => eventOf(index + 1, 1))
    outages = 4
    const leaving = new AbortController()
    const seen: [number, string][] = []
    const follow = async (): Promise<void> => {
      const { signal } = leaving
      for await (const { event, cursor } of server
        .client()
        .events.since('1', { types: ['message.*'], signal })) {
        seen.push([event.sequence, cursor])
        if (seen.length === 4) log.push(eventOf(6, 1))
        if (seen.length === 5) leaving.abort(new Error('enough'))
      }
    }
    expect(String(await failureOf(follow()))).toBe('Error: enough')
    expect(seen).toEqual([2, 3, 4, 5, 6].map(sequence => [sequence, String(sequence)]))
    expect(asked[0]?.get('after')).toBe('1')
    expect(
      asked.every(query => query.get('types') === 'message.*' && query.get('waitSeconds') === '25'),
    ).toBe(true)
  })

  it('does not yield an event that is out of order', async () => {
    log = [eventOf(1, 1), eventOf(3, 1), eventOf(2, 1)]
    const seen: number[] = []
    const follow = async (): Promise<void> => {
      for await (const { event } of server.client().events.since(undefined)) seen.push(event.sequence)
    }
    expect(String(await failureOf(follow()))).toContain('out of order')
    expect(seen).toEqual([1, 3])
  })
})

describe('consume', () => {
  it('handles conversations in order and beside each other, and saves the lowest unfinished place', async () => {
    log = Array.from({ length: 40 }, (_, index) => eventOf(index + 1, 1 + (index % 4)))
    const leaving = new AbortController()
    const handled: number[] = []
    const saved: number[] = []
    let running = 0
    let mostAtOnce = 0
    await server.client().events.consume({
      load: () => undefined,
      save: async cursor => {
        saved.push(Number(cursor))
        await pause(1)
      },
      handle: async ({ sequence }) => {
        running += 1
        mostAtOnce = Math.max(mostAtOnce, running)
        // The first conversation is slow.
        await pause(sequence % 4 === 1 ? 20 : 1)
        running -= 1
        handled.push(sequence)
        const unfinished = log.find(event => !handled.includes(event.sequence))?.sequence ?? log.length + 1
        for (const cursor of saved) expect(cursor).toBeLessThan(unfinished)
        if (handled.length === log.length) leaving.abort()
      },
      parallel: 3,
      signal: leaving.signal,
    })
    expect(handled.toSorted((one, other) => one - other)).toEqual(log.map(({ sequence }) => sequence))
    for (const lane of [0, 1, 2, 3]) {
      const inLane = handled.filter(sequence => sequence % 4 === lane)
      expect(inLane).toEqual(inLane.toSorted((one, other) => one - other))
    }
    expect(mostAtOnce).toBe(3)
    expect(saved).toEqual(saved.toSorted((one, other) => one - other))
    expect(saved.at(-1)).toBe(40)
  })

  it('ends at once when the signal is given, although a request is waiting for news', async () => {
    log = [eventOf(1, 1)]
    server.playEvents(({ url }) =>
      url.includes('after=1')
        ? 'hang'
        : ok({ data: [{ cursor: '1', event: log[0] }], cursor: '1', hasMore: false }),
    )
    for (const isLate of [false, true]) {
      const leaving = new AbortController()
      const since = performance.now()
      await server.client().events.consume({
        load: () => undefined,
        save: () => {},
        handle: async () => {
          if (isLate) await pause(100)
          leaving.abort()
        },
        signal: leaving.signal,
      })
      expect(performance.now() - since).toBeLessThan(5_000)
    }
  })

  it('ends with the failure of a handler; what failed and what is behind it comes again', async () => {
    log = Array.from({ length: 10 }, (_, index) => eventOf(index + 1, 1))
    let stored: string | undefined
    const seen: number[] = []
    const consume = (fails: boolean, leaving = new AbortController()): Promise<void> =>
      server.client().events.consume({
        load: () => stored,
        save: cursor => {
          stored = cursor
        },
        handle: ({ sequence }) => {
          if (fails && sequence === 5) throw new Error('the handler failed')
          seen.push(sequence)
          if (sequence === 10) leaving.abort()
        },
        signal: leaving.signal,
      })
    expect(String(await failureOf(consume(true)))).toBe('Error: the handler failed')
    expect(stored).toBe('4')
    await consume(false)
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})

describe('waitForConsent', () => {
  const consentOf = (sequence: number, memberId: number): ParleyEvent => ({
    ...eventOf(sequence, memberId),
    type: 'consent.accepted',
    subject: { type: 'member', id: memberId },
    data: { memberId, state: 'accepted' },
  })

  it('waits on events, one reader for all numbers, and looks once more when its number changes', async () => {
    const states = new Map([
      [phoneOf(1), 'pending'],
      [phoneOf(2), 'pending'],
    ])
    const status = ({ url }: { url: string }) => {
      const phone = new URL(url, 'http://parley.test').searchParams.get('phone') ?? ''
      return ok({ memberId: 1, state: states.get(phone), lastChanged: Date.now(), lastRequested: Date.now() })
    }
    server.play(status)
    const parley = server.client()
    const waiting = [parley.waitForConsent(phoneOf(1)), parley.waitForConsent(phoneOf(2))]
    await pause(100)
    expect(asked.filter(query => query.get('after') === 'end')).toHaveLength(1)
    expect(server.seen).toHaveLength(2)
    states.set(phoneOf(2), 'accepted')
    log.push(consentOf(1, 2))
    expect(await waiting[1]).toMatchObject({ outcome: 'accepted' })
    expect(server.seen).toHaveLength(3)
    states.set(phoneOf(1), 'accepted')
    log.push(consentOf(2, 1))
    expect(await waiting[0]).toMatchObject({ outcome: 'accepted' })
    expect(server.seen).toHaveLength(4)
    // Nobody waits: nobody reads.
    await pause(50)
    const readings = asked.length
    await pause(100)
    expect(asked.length - readings).toBeLessThan(2)
  })
})
