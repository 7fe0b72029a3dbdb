// What is retried, when, and with which key, against a scripted server.
import { problems } from '@parley/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionError, RateLimitedError, TimeoutError } from '../src/index.ts'
import {
  failureOf,
  ok,
  problem,
  type ScriptedServer,
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

const sent = ok({ successes: [{ messageId: 1, memberId: 2 }], failures: [], failureDetails: [] })
const text = { phone: '+12025550123', text: 'Hello' }

/** Milliseconds between one request and the next. */
const gaps = (): number[] =>
  server.seen.slice(1).map(({ atMs }, index) => atMs - (server.seen[index]?.atMs ?? 0))

describe('Retry-After', () => {
  it('is honoured to the second, for each attempt', async () => {
    server.play(
      problem('rate_limited', { 'retry-after': '7' }),
      problem('rate_limited', { 'retry-after': '1' }),
      sent,
    )
    await server.passTime(server.client().messages.send(text))
    expect(gaps()).toEqual([7_000, 1_000])
  })

  it('is honoured for a proxy’s 503 without a problem, and as a date', async () => {
    const date = new Date(Date.now() + 11_000).toUTCString()
    server.play(
      { status: 503, body: '<h1>Busy</h1>', headers: { 'content-type': 'text/html', 'retry-after': date } },
      { status: 503, headers: { 'retry-after': '2' } },
      sent,
    )
    await server.passTime(server.client().messages.send(text))
    expect(gaps()).toEqual([11_000, 2_000])
  })

  it('of more than a minute is left to the caller: the call is not retried', async () => {
    server.play(problem('rate_limited', { 'retry-after': '61' }), sent)
    const error = await failureOf(server.passTime(server.client().messages.send(text)))
    expect(error).toBeInstanceOf(RateLimitedError)
    expect(error).toMatchObject({ retryAfterSeconds: 61, retryable: true, status: 429 })
    expect(server.seen).toHaveLength(1)
  })
})

describe('without Retry-After', () => {
  it('waits half a second, doubling up to 8 seconds, less up to a quarter', async () => {
    server.play(problem('downstream_unavailable'))
    const call = server.client({ maxRetries: 6 }).contacts.get(1)
    await expect(server.passTime(call)).rejects.toMatchObject({ code: 'downstream_unavailable' })
    const waits = gaps()
    expect(waits).toHaveLength(6)
    for (const [index, wait] of waits.entries()) {
      const longest = [500, 1_000, 2_000, 4_000, 8_000, 8_000][index] ?? 0
      expect(wait).toBeGreaterThanOrEqual(longest * 0.75 - 1)
      expect(wait).toBeLessThanOrEqual(longest)
    }
  })

  it('adds jitter, so that many callers do not retry at once', async () => {
    server.play(problem('downstream_unavailable'))
    const calls = Array.from({ length: 5 }, () => server.client({ maxRetries: 1 }).contacts.get(1))
    await server.passTime(Promise.allSettled(calls))
    const retries = server.seen.slice(5).map(({ atMs }) => atMs - (server.seen[0]?.atMs ?? 0))
    expect(retries).toHaveLength(5)
    expect(new Set(retries).size).toBeGreaterThan(1)
  })

  it('retries twice, then throws the last failure', async () => {
    server.play(problem('internal_error'), problem('internal_error'), problem('downstream_timeout'), sent)
    const call = server.client().messages.send(text)
    await expect(server.passTime(call)).rejects.toMatchObject({ code: 'downstream_timeout' })
    expect(server.seen).toHaveLength(3)
  })

  it('maxRetries of the call overrides that of the client', async () => {
    server.play(problem('internal_error'))
    const client = server.client({ maxRetries: 5 })
    await expect(server.passTime(client.contacts.get(1, { maxRetries: 0 }))).rejects.toThrow('internal_error')
    expect(server.seen).toHaveLength(1)
    await expect(server.passTime(client.contacts.get(1, { maxRetries: undefined }))).rejects.toThrow(
      'internal_error',
    )
    expect(server.seen).toHaveLength(7)
  })
})

describe('retries', () => {
  const codes = Object.entries(problems) as [keyof typeof problems, (typeof problems)['conflict']][]

  it.each(codes)('%s exactly if its problem body says retryable', async (code, { retryable }) => {
    server.play(problem(code), sent)
    const call = server.passTime(server.client().messages.send(text)).then(
      () => 'sent',
      (error: { code: string }) => error.code,
    )
    expect(await call).toBe(retryable ? 'sent' : code)
    expect(server.seen).toHaveLength(retryable ? 2 : 1)
  })

  it('the body decides, not the status', async () => {
    const { body, ...rest } = problem('internal_error')
    server.play({ ...rest, body: { ...(body as object), retryable: false } }, sent)
    await expect(server.passTime(server.client().messages.send(text))).rejects.toMatchObject({
      code: 'internal_error',
      retryable: false,
    })
    expect(server.seen).toHaveLength(1)
  })

  it.each([408, 429, 500, 502, 503, 504])('%i of a proxy, which has no problem body', async status => {
    server.play({ status, body: '<h1>Busy</h1>', headers: { 'content-type': 'text/html' } }, sent)
    expect(await server.passTime(server.client().messages.send(text))).toEqual(sent.body)
  })

  it.each([403, 404, 413, 501])('never %i from a proxy', async status => {
    server.play({ status, body: '<h1>No</h1>', headers: { 'content-type': 'text/html' } }, sent)
    await expect(server.passTime(server.client().messages.send(text))).rejects.toMatchObject({ status })
    expect(server.seen).toHaveLength(1)
  })

  it('never retries a 409, whatever the body says', async () => {
    const { body, ...rest } = problem('conflict')
    server.play({ ...rest, body: { ...(body as object), retryable: true } }, sent)
    await expect(server.passTime(server.client().messages.send(text))).rejects.toMatchObject({
      status: 409,
      retryable: false,
    })
    expect(server.seen).toHaveLength(1)
  })

  it('retries a connection that ends without a response', async () => {
    server.play('cut', 'cut', sent)
    await server.passTime(server.client().messages.send(text))
    expect(server.seen).toHaveLength(3)
    server.play('cut')
    const error = await failureOf(server.passTime(server.client().messages.send(text)))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ code: 'connection_failed', retryable: true, cause: expect.any(Error) })
  })

  it('retries a refused connection, and the message says so', async () => {
    const closed = await startScriptedServer()
    await closed.close()
    const client = server.client({ baseUrl: `${closed.origin}/v1`, maxRetries: 0, fetch: globalThis.fetch })
    await expect(client.messages.send(text)).rejects.toThrow(
      'The service could not be reached, or its response could not be read: ECONNREFUSED.',
    )
  })

  it('retries a success that cannot be read, such as a proxy page', async () => {
    server.play({ status: 200, body: '<h1>Sign in to the wireless network</h1>' }, sent)
    expect(await server.passTime(server.client().messages.send(text))).toEqual(sent.body)
  })
})

describe('Idempotency-Key', () => {
  const keys = (): (string | undefined)[] => server.seen.map(({ headers }) => headers['idempotency-key'])

  it('is one across all attempts of a POST, and another for the next call', async () => {
    server.play(problem('internal_error'), 'cut', sent, sent)
    await server.passTime(server.client().messages.send(text))
    await server.passTime(server.client().messages.send(text))
    const [first, second, third, next] = keys()
    expect(first).toMatch(/^[\w-]{22}$/)
    expect([second, third]).toEqual([first, first])
    expect(next).not.toBe(first)
  })

  it('uses the caller’s key, and is absent from idempotent methods', async () => {
    const client = server.client()
    server.play(sent)
    await client.messages.send(text, { idempotencyKey: 'mine' })
    await client.contacts.get(1)
    await client.contacts.update(1, {})
    await client.contacts.delete(1)
    expect(keys()).toEqual(['mine', undefined, undefined, undefined])
  })
})

describe('DELETE', () => {
  it.each([
    ['a connection that broke', 'cut' as const],
    ['a timeout behind the service', problem('downstream_timeout')],
    ['a mistake of the service', problem('internal_error')],
  ])('succeeds if %s, whose outcome is unknown, is followed by 404', async (_words, first) => {
    server.play(first, problem('not_found'))
    expect(await server.passTime(server.client().contacts.delete(1))).toBeUndefined()
    expect(server.seen).toHaveLength(2)
  })

  it('of something that does not exist is a 404', async () => {
    server.play(problem('not_found'))
    await expect(server.client().contacts.delete(1)).rejects.toMatchObject({ code: 'not_found' })
    server.play(problem('rate_limited', { 'retry-after': '1' }), problem('not_found'))
    await expect(server.passTime(server.client().contacts.delete(1))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('timeouts', () => {
  it('end an attempt after 30 seconds, which is then retried', async () => {
    server.play('hang', sent)
    const startMs = Date.now()
    await server.passTime(server.client().messages.send(text))
    expect(Date.now() - startMs).toBeGreaterThanOrEqual(30_375)
    expect(Date.now() - startMs).toBeLessThanOrEqual(30_500)
  })

  it('are set per client or per call, and thrown when the retries are used up', async () => {
    server.play('hang')
    const startMs = Date.now()
    const client = server.client({ timeoutMs: 5_000, maxRetries: 0 })
    await expect(server.passTime(client.contacts.get(1))).rejects.toBeInstanceOf(TimeoutError)
    expect(Date.now() - startMs).toBe(5_000)
    const call = client.contacts.get(1, { timeoutMs: 1_000 })
    await expect(server.passTime(call)).rejects.toMatchObject({ code: 'timeout', retryable: true })
    expect(Date.now() - startMs).toBe(6_000)
  })

  it('also end a response that starts and stalls', async () => {
    vi.useRealTimers()
    const stalling: typeof fetch = async (_input, init) =>
      new Response(
        new ReadableStream({
          start: controller =>
            init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted'))),
        }),
      )
    const client = server.client({ fetch: stalling, timeoutMs: 20, maxRetries: 0 })
    await expect(client.contacts.get(1)).rejects.toBeInstanceOf(TimeoutError)
  })
})

describe('an AbortSignal', () => {
  const reason = new Error('the user went away')

  it('aborts a request in flight and throws its reason', async () => {
    server.play('hang')
    const controller = new AbortController()
    const call = server.client().contacts.get(1, { signal: controller.signal, maxRetries: 0 })
    await vi.waitFor(() => expect(server.seen).toHaveLength(1), 60_000)
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })

  it('ends the wait before the next attempt', async () => {
    server.play(problem('rate_limited', { 'retry-after': '50' }))
    const startMs = Date.now()
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 10_000)
    const call = server.client().contacts.get(1, { signal: controller.signal })
    await expect(server.passTime(call)).rejects.toBe(reason)
    expect(Date.now() - startMs).toBe(10_000)
    expect(server.seen).toHaveLength(1)
  })

  it('that is already aborted sends nothing', async () => {
    server.play(sent)
    const call = server.client().messages.send(text, { signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
    expect(server.seen).toHaveLength(0)
  })

  it('ends the wait for a token', async () => {
    const controller = new AbortController()
    const call = server
      .client({ accessToken: () => new Promise(() => {}) })
      .contacts.get(1, { signal: controller.signal })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })
})
