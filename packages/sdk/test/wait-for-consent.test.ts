// Waiting for consent at the documented intervals. A day passes in a moment.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { NotFoundError } from '../src/index.ts'
import {
  ok,
  problem,
  type ScriptedServer,
  type Step,
  startScriptedServer,
  stopTime,
} from './scripted-server.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
  server.playEvents(() => problem('forbidden'))
})
afterAll(() => server.close())
beforeEach(stopTime)
afterEach(() => vi.useRealTimers())

const phone = '+12025550123'
const hourMs = 3_600_000
const secondsOf = (times: readonly { atMs: number }[], startMs: number): number[] =>
  times.map(({ atMs }) => (atMs - startMs) / 1_000)

const status = (more: object): Step => ok({ memberId: 2, lastChanged: Date.now(), state: 'pending', ...more })

describe('waitForConsent', () => {
  it('polls at once, every 30 seconds for 5 minutes, then every 5 minutes, and stops after 24 hours', async () => {
    const startMs = Date.now()
    server.play(status({ lastRequested: startMs }))
    expect(await server.passTime(server.client().waitForConsent(phone))).toMatchObject({
      outcome: 'expired',
      status: { state: 'pending' },
    })
    const fast = Array.from({ length: 11 }, (_, index) => index * 30)
    const slow = Array.from({ length: 287 }, (_, index) => 600 + index * 300)
    expect(secondsOf(server.seen, startMs)).toEqual([...fast, ...slow])
    expect(slow.at(-1)).toBe(24 * 3_600)
  })

  it('counts from the request, even if resumed hours later', async () => {
    const startMs = Date.now()
    server.play(status({ lastRequested: startMs - 23 * hourMs - 50 * 60_000 }))
    expect(await server.passTime(server.client().waitForConsent(phone))).toMatchObject({ outcome: 'expired' })
    expect(secondsOf(server.seen, startMs)).toEqual([0, 300, 600])
  })

  it.each([
    ['accepted', { state: 'accepted' }],
    ['declined', { state: 'pending', declined: true }],
    ['opted_out', { state: 'none', optedOut: true }],
    ['not_asked', { state: 'none' }],
  ])('ends as soon as it sees %s', async (outcome, seen) => {
    server.play(status({}), status({}), status(seen))
    const result = await server.passTime(server.client().waitForConsent(phone))
    expect(result).toMatchObject({ outcome, status: seen })
    expect(server.seen).toHaveLength(3)
    expect(server.seen[0]?.url).toBe('/v1/text/messaging/consents?phone=%2B12025550123')
  })

  it('polls at the given interval', async () => {
    const startMs = Date.now()
    server.play(status({}), status({}), status({ state: 'accepted' }))
    await server.passTime(server.client().waitForConsent(phone, { pollIntervalMs: 250 }))
    expect(secondsOf(server.seen, startMs)).toEqual([0, 0.25, 0.5])
  })

  it('survives an outage, and respects Retry-After', async () => {
    const startMs = Date.now()
    server.play(
      status({}),
      problem('downstream_unavailable'),
      problem('downstream_unavailable'),
      problem('downstream_unavailable'),
      problem('rate_limited', { 'retry-after': '500' }),
      status({ state: 'accepted' }),
    )
    await server.passTime(server.client().waitForConsent(phone))
    const [, , , , limited, last] = secondsOf(server.seen, startMs)
    expect((last ?? 0) - (limited ?? 0)).toBeCloseTo(500, 3)
  })

  it('throws permanent failures, and the reason of an abort', async () => {
    server.play(problem('not_found'))
    await expect(server.client().waitForConsent(phone)).rejects.toBeInstanceOf(NotFoundError)
    server.play(status({}))
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 70_000)
    const wait = server.client().waitForConsent(phone, { signal: controller.signal })
    await expect(server.passTime(wait)).rejects.toThrow('enough')
    expect(server.seen).toHaveLength(3)
  })
})
