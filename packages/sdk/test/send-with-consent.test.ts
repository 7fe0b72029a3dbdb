// The whole flow of a text that needs consent. A day passes in a moment.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConflictError, type SendState } from '../src/index.ts'
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
const status = (more: object): Step => ok({ memberId: 2, lastChanged: Date.now(), state: 'pending', ...more })

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
  const unasked = status({ state: 'none', lastChanged: 5 })

  const run = (start: typeof text | SendState = text, save?: (state: SendState) => void | Promise<void>) =>
    server.passTime(server.client().sendWithConsent(start, { save }))
  const acts = (): string[] =>
    server.seen.map(({ method, url }) => `${method} ${url.split('/').at(-1)?.split('?')[0]}`)
  const keys = (): (string | undefined)[] => server.seen.map(({ headers }) => headers['idempotency-key'])

  it('sends at once to someone who has consented', async () => {
    server.play(sent)
    expect(await run()).toEqual({ outcome: 'sent', messageId: 9, memberId: 2 })
    expect(server.seen.map(({ body }) => body)).toEqual([text])
  })

  it('sends, asks, waits and sends again, with a separate key for each send', async () => {
    server.play(refused('consent_required'), unasked, asked, status({}), accepted, sent)
    expect(await run()).toEqual({ outcome: 'sent', messageId: 9, memberId: 2 })
    expect(acts()).toEqual([
      'POST messages',
      'GET consents',
      'POST consent-requests',
      'GET consents',
      'GET consents',
      'POST messages',
    ])
    expect(server.seen[2]?.body).toEqual({ phoneNumbers: [phone] })
    expect(server.seen[5]?.body).toEqual(text)
    expect(new Set(keys().filter(Boolean)).size).toBe(3)
  })

  it.each([
    ['declined', status({ declined: true }), { outcome: 'declined' }],
    ['opted out', status({ state: 'none', optedOut: true }), { outcome: 'opted_out' }],
    ['without an answer for 24 hours', status({}), { outcome: 'expired' }],
  ])('ends if the recipient is %s, without another text', async (_what, seen, outcome) => {
    server.play(refused('consent_required'), unasked, asked, seen)
    expect(await run()).toEqual(outcome)
    expect(acts().filter(act => act.startsWith('POST'))).toEqual(['POST messages', 'POST consent-requests'])
  })

  it.each(['no_texting_number', 'blocked_by_policy'])(
    'ends as refused if the reason is %s: asking would not help',
    async code => {
      server.play(refused(code))
      expect(await run()).toMatchObject({ outcome: 'refused', failure: { code } })
      expect(server.seen).toHaveLength(1)
    },
  )

  it('ends as opted out, whichever response says so', async () => {
    server.play(refused('opted_out'))
    expect(await run()).toEqual({ outcome: 'opted_out' })
    server.play(refused('consent_required'), status({ state: 'none', optedOut: true }))
    expect(await run()).toEqual({ outcome: 'opted_out' })
    server.play(refused('consent_required'), unasked, refused('opted_out'))
    expect(await run()).toEqual({ outcome: 'opted_out' })
    server.play(refused('consent_required'), unasked, asked, accepted, refused('opted_out'))
    expect(await run()).toEqual({ outcome: 'opted_out' })
  })

  it('ends as declined, whichever response says so', async () => {
    server.play(refused('consent_declined'))
    expect(await run()).toEqual({ outcome: 'declined' })
    server.play(refused('consent_required'), unasked, refused('consent_declined'))
    expect(await run()).toEqual({ outcome: 'declined' })
    server.play(refused('consent_required'), unasked, asked, accepted, refused('consent_declined'))
    expect(await run()).toEqual({ outcome: 'declined' })
  })

  it('waits for a request that another caller made at the same moment', async () => {
    server.play(refused('consent_required'), unasked, refused('asked_recently'), accepted, sent)
    expect(await run()).toMatchObject({ outcome: 'sent' })
  })

  it('asks again if the recipient opted out of the request and returned with START', async () => {
    const back = status({ state: 'none', lastChanged: 7, lastRequested: 6 })
    server.play(refused('consent_required'), unasked, asked, back, back, asked, accepted, sent)
    expect(await run()).toMatchObject({ outcome: 'sent' })
    const asks = server.seen.filter(({ url }) => url.endsWith('consent-requests'))
    expect(asks).toHaveLength(2)
    expect(new Set(asks.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })

  it('asks with a new key after that, so that the earlier response is not replayed', async () => {
    server.play(refused('consent_required'), unasked, asked, status({ state: 'none', optedOut: true }))
    expect(await run()).toEqual({ outcome: 'opted_out' })
    const first = keys()[2]
    const back = status({ state: 'none', lastChanged: 7, lastRequested: 6 })
    server.play(refused('consent_required'), back, asked, accepted, sent)
    expect(await run()).toMatchObject({ outcome: 'sent' })
    expect(keys()[2]).not.toBe(first)
  })

  it.each(['scheduleDelivery', 'deliveryDate', 'phoneNumbers', 'media', 'txt'])(
    'throws for %s, which it cannot honor, before anything is sent or stored',
    async name => {
      const saved: SendState[] = []
      server.play(sent)
      const start = { ...text, [name]: true }
      await expect(run(start, state => void saved.push(state))).rejects.toThrow(`Unknown field ${name}`)
      expect([server.seen, saved]).toEqual([[], []])
    },
  )

  it('does not ask again within 24 hours, and waits for the earlier request', async () => {
    const startMs = Date.now()
    const open = status({ lastRequested: startMs - 23 * hourMs })
    server.play(refused('consent_pending'), open)
    expect(await run()).toEqual({ outcome: 'expired' })
    expect(acts()).not.toContain('POST consent-requests')
    expect(Date.now() - startMs).toBe(hourMs)
  })

  it('asks again if the last request is older, but never someone who replied NO', async () => {
    const old = { lastRequested: Date.now() - 25 * hourMs }
    server.play(refused('consent_pending'), status(old), asked, accepted, sent)
    expect(await run()).toMatchObject({ outcome: 'sent' })
    expect(acts()[2]).toBe('POST consent-requests')
    server.play(refused('consent_pending'), status({ ...old, declined: true }))
    expect(await run()).toEqual({ outcome: 'declined' })
    expect(acts()).not.toContain('POST consent-requests')
  })

  it('asks with one key for a number, so that two texts at once, or two processes, ask once', async () => {
    server.play(refused('consent_required'), unasked, asked, accepted, sent)
    await run()
    const first = keys()[2]
    server.play(refused('consent_required'), unasked, asked, accepted, sent)
    await run({ ...text, text: 'Another text' })
    expect(first).toBeDefined()
    expect(keys()[2]).toBe(first)
  })

  it('sends if the recipient accepted before being asked', async () => {
    const isTooLate = problem('invalid_request', { details: { accepted: [phone] } })
    server.play(refused('consent_required'), unasked, isTooLate, sent)
    expect(await run()).toMatchObject({ outcome: 'sent' })
    server.play(refused('consent_required'), accepted, sent)
    expect(await run()).toMatchObject({ outcome: 'sent' })
  })

  it('throws errors that fail the whole request', async () => {
    server.play(refused('consent_required'), unasked, problem('conflict'))
    await expect(run()).rejects.toBeInstanceOf(ConflictError)
    server.play(refused('consent_required'), unasked, problem('invalid_request'))
    await expect(run()).rejects.toMatchObject({ code: 'invalid_request' })
  })

  describe('after a restart', () => {
    it('saves a small JSON value before each step and at the end', async () => {
      const saved: SendState[] = []
      server.play(refused('consent_required'), unasked, asked, status({}), accepted, sent)
      await run(text, state => void saved.push(state))
      expect(saved.map(({ step }) => step)).toEqual(['send', 'ask', 'wait', 'send_again', 'ended'])
      expect(saved.at(-1)?.result).toEqual({ outcome: 'sent', messageId: 9, memberId: 2 })
      for (const state of saved) {
        expect(JSON.parse(JSON.stringify(state))).toEqual(state)
        expect(JSON.stringify(state).length).toBeLessThan(300)
      }
    })

    it.each([1, 2, 3, 4])(
      'resumes from the state saved before step %i, and repeats it with its key: nothing takes effect twice',
      async died => {
        const saved: string[] = []
        const done: string[] = []
        const kept = new Map<string, Step>()
        let looks = 0
        const looked = (): Step => {
          if (!done.some(url => url.endsWith('consent-requests'))) return unasked
          return looks++ === 0 ? status({ lastRequested: Date.now() }) : accepted
        }
        // A service that stores the response to a key, as ours does.
        server.play(({ url, headers }) => {
          const key = headers['idempotency-key']
          if (key === undefined) return looked()
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
            // The process dies after the step and before it stores the result.
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

    it('returns at once if it had already ended', async () => {
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

    it('stores the state before each step', async () => {
      server.play(sent)
      await expect(run(text, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
      expect(server.seen).toHaveLength(0)
    })
  })
})
