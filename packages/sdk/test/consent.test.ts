// Waiting for consent by the interface's rule, and the whole way of a text that needs it. A day passes in a moment.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConflictError, NotFoundError, type SendState } from '../src/index.ts'
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
  it('looks at once, every 30 seconds for 5 minutes, then every 5 minutes, and stops after 24 hours', async () => {
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

  it('counts from the request, also when it is taken up again hours later', async () => {
    const startMs = Date.now()
    server.play(status({ lastRequested: startMs - 23 * hourMs - 50 * 60_000 }))
    expect(await server.passTime(server.client().waitForConsent(phone))).toMatchObject({ outcome: 'expired' })
    expect(secondsOf(server.seen, startMs)).toEqual([0, 300, 600])
  })

  it.each([
    ['accepted', { state: 'accepted' }],
    ['declined', { state: 'pending', declined: true }],
    ['opted_out', { state: 'none', optedOut: true }],
  ])('ends as soon as it sees %s', async (outcome, seen) => {
    server.play(status({}), status({}), status(seen))
    const result = await server.passTime(server.client().waitForConsent(phone))
    expect(result).toMatchObject({ outcome, status: seen })
    expect(server.seen).toHaveLength(3)
    expect(server.seen[0]?.url).toBe('/v1/text/messaging/consents?phone=%2B12025550123')
  })

  it('looks as often as it is told to', async () => {
    const startMs = Date.now()
    server.play(status({}), status({}), status({ state: 'accepted' }))
    await server.passTime(server.client().waitForConsent(phone, { pollIntervalMs: 250 }))
    expect(secondsOf(server.seen, startMs)).toEqual([0, 0.25, 0.5])
  })

  it('outlives an outage, and comes no earlier than it is told to', async () => {
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

  it('throws what lasts, and the reason of an abort', async () => {
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

describe('sendWithConsent', () => {
  const text = { phone, text: 'Your papers are ready.' }
  const sent = ok({ successes: [{ messageId: 9, memberId: 2 }], failures: [], failureDetails: [] })
  const refused = (code: string): Step => {
    const failure = { phone, memberId: 2, code, reason: 'for a reason', retryable: false }
    return ok({ successes: [], failures: [`${phone}: for a reason`], failureDetails: [failure] })
  }
  const asked = ok({
    successes: [{ memberId: 2, consentState: 'pending' }],
    failures: [],
    failureDetails: [],
  })
  const accepted = status({ state: 'accepted' })

  const run = (start: typeof text | SendState = text, save?: (state: SendState) => void | Promise<void>) =>
    server.passTime(server.client().sendWithConsent(start, { save }))
  const acts = (): string[] =>
    server.seen.map(({ method, url }) => `${method} ${url.split('/').at(-1)?.split('?')[0]}`)
  const keys = (): (string | undefined)[] => server.seen.map(({ headers }) => headers['idempotency-key'])

  it('sends at once to somebody who has consented', async () => {
    server.play(sent)
    expect(await run()).toEqual({ outcome: 'sent', messageId: 9, memberId: 2 })
    expect(server.seen.map(({ body }) => body)).toEqual([text])
  })

  it('sends, asks, waits and sends again, with a key of its own for each send', async () => {
    server.play(refused('consent_required'), asked, status({}), accepted, sent)
    expect(await run()).toEqual({ outcome: 'sent', messageId: 9, memberId: 2 })
    expect(acts()).toEqual([
      'POST messages',
      'POST consent-requests',
      'GET consents',
      'GET consents',
      'POST messages',
    ])
    expect(server.seen[1]?.body).toEqual({ phoneNumbers: [phone] })
    expect(server.seen[4]?.body).toEqual(text)
    expect(new Set(keys().filter(Boolean)).size).toBe(3)
  })

  it.each([
    ['declined', status({ declined: true }), { outcome: 'declined' }],
    ['opted out', status({ state: 'none', optedOut: true }), { outcome: 'opted_out' }],
    ['without an answer for 24 hours', status({}), { outcome: 'expired' }],
  ])('ends where the recipient is %s, without another text', async (_what, seen, outcome) => {
    server.play(refused('consent_required'), asked, seen)
    expect(await run()).toEqual(outcome)
    expect(acts().filter(act => act.startsWith('POST'))).toEqual(['POST messages', 'POST consent-requests'])
  })

  it.each(['no_texting_number', 'blocked_by_policy', 'carrier_rejected'])(
    'ends as refused where the reason is %s: asking would not help',
    async code => {
      server.play(refused(code))
      expect(await run()).toMatchObject({ outcome: 'refused', failure: { code } })
      expect(server.seen).toHaveLength(1)
    },
  )

  it('ends as opted out, whichever answer tells so', async () => {
    server.play(refused('opted_out'))
    expect(await run()).toEqual({ outcome: 'opted_out' })
    server.play(refused('consent_required'), refused('opted_out'))
    expect(await run()).toEqual({ outcome: 'opted_out' })
    server.play(refused('consent_required'), asked, accepted, refused('opted_out'))
    expect(await run()).toEqual({ outcome: 'opted_out' })
  })

  it('does not ask where somebody did within 24 hours, and waits for that request', async () => {
    const startMs = Date.now()
    const open = status({ lastRequested: startMs - 23 * hourMs })
    server.play(refused('consent_pending'), open)
    expect(await run()).toEqual({ outcome: 'expired' })
    expect(acts()).not.toContain('POST consent-requests')
    expect(Date.now() - startMs).toBe(hourMs)
  })

  it('asks again where the last request is older, and never somebody who said NO', async () => {
    const old = { lastRequested: Date.now() - 25 * hourMs }
    server.play(refused('consent_pending'), status(old), asked, accepted, sent)
    expect(await run()).toMatchObject({ outcome: 'sent' })
    expect(acts()[2]).toBe('POST consent-requests')
    server.play(refused('consent_pending'), status({ ...old, declined: true }))
    expect(await run()).toEqual({ outcome: 'declined' })
    expect(acts()).not.toContain('POST consent-requests')
  })

  it('asks with one key for a number, so that two texts at once, or two processes, ask once', async () => {
    server.play(refused('consent_required'), asked, accepted, sent)
    await run()
    const [, first] = keys()
    server.play(refused('consent_required'), asked, accepted, sent)
    await run({ ...text, text: 'Another text' })
    const [, second] = keys()
    expect(second).toBe(first)
  })

  it('sends where the recipient turns out to have accepted before they could be asked', async () => {
    server.play(
      refused('consent_required'),
      problem('invalid_request', { details: { accepted: [phone] } }),
      sent,
    )
    expect(await run()).toMatchObject({ outcome: 'sent' })
  })

  it('throws what fails the whole request', async () => {
    server.play(refused('consent_required'), problem('conflict'))
    await expect(run()).rejects.toBeInstanceOf(ConflictError)
    server.play(refused('consent_required'), problem('invalid_request'))
    await expect(run()).rejects.toMatchObject({ code: 'invalid_request' })
  })

  describe('after a restart', () => {
    it('saves a small JSON value before each step and at the end', async () => {
      const saved: SendState[] = []
      server.play(refused('consent_required'), asked, status({}), accepted, sent)
      await run(text, state => void saved.push(state))
      expect(saved.map(({ step }) => step)).toEqual(['send', 'ask', 'wait', 'send_again', 'ended'])
      expect(saved.at(-1)?.result).toEqual({ outcome: 'sent', messageId: 9, memberId: 2 })
      for (const state of saved) {
        expect(JSON.parse(JSON.stringify(state))).toEqual(state)
        expect(JSON.stringify(state).length).toBeLessThan(300)
      }
    })

    it.each([1, 2, 3, 4])(
      'goes on from the state saved before step %i, and repeats it with its key: nothing has a second effect',
      async died => {
        const saved: string[] = []
        const done: string[] = []
        const kept = new Map<string, Step>()
        let looks = 0
        // A service that keeps what it answered to a key, as ours does.
        server.play(({ url, headers }) => {
          const key = headers['idempotency-key']
          if (key === undefined) return looks++ === 0 ? status({}) : accepted
          const act = `${url} ${key}`
          if (!kept.has(act)) {
            done.push(url)
            kept.set(act, done.length === 1 ? refused('consent_required') : done.length === 2 ? asked : sent)
          }
          return kept.get(act) ?? 'cut'
        })
        const state = server.client().sendWithConsent(text, {
          save: one => {
            saved.push(JSON.stringify(one))
            // The process dies when it has taken the step and before it stores what came of it.
            if (saved.length === died + 1) throw new Error('killed')
          },
        })
        await expect(server.passTime(state)).rejects.toThrow('killed')
        const stored = JSON.parse(saved[died - 1] ?? '') as SendState
        vi.setSystemTime(Date.now() + 10 * 60_000)
        expect(await run(stored)).toMatchObject({ outcome: 'sent' })
        expect(done.map(url => url.split('/').at(-1))).toEqual(['messages', 'consent-requests', 'messages'])
      },
    )

    it('answers at once where it had ended', async () => {
      server.play(sent)
      const state = { ...text, step: 'ended', since: 1, key: 'k', result: { outcome: 'declined' } } as const
      expect(await run(state)).toEqual({ outcome: 'declined' })
      expect(server.seen).toHaveLength(0)
    })

    it.each(['send', 'ask', 'send_again'] as const)(
      'of more than 23 hours ends as expired at the step %s: the service may have forgotten the key',
      async step => {
        server.play(sent)
        const state = { ...text, step, since: Date.now() - 23 * hourMs - 1, key: 'k' }
        expect(await run(state)).toEqual({ outcome: 'expired' })
        expect(server.seen).toHaveLength(0)
      },
    )

    it('does not take a step before its state is stored', async () => {
      server.play(sent)
      await expect(run(text, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
      expect(server.seen).toHaveLength(0)
    })
  })
})
