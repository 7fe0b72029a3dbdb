// A scripted HTTP server, and a fetch that knows when a response is in flight: with both, hours of
// waiting pass in milliseconds, and every request is a real one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ProblemCode, problems } from '@parley/contract'
import { vi } from 'vitest'
import { Parley, type ParleyOptions } from '../src/index.ts'

interface Answered {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** A response; `hang`: none; `cut`: the connection ends instead. */
export type Step = Answered | 'hang' | 'cut'

interface Seen {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: unknown
  /** By the clock of the test. */
  readonly atMs: number
}

export interface ScriptedServer {
  readonly origin: string
  readonly seen: Seen[]
  readonly fetch: typeof globalThis.fetch
  /** Responses in order; the last one repeats. */
  play(...steps: readonly (Step | ((seen: Seen) => Step))[]): void
  /** Responses to requests for events, which are apart from the others. Default: the token may not read them. */
  playEvents(step: (seen: Seen) => Step): void
  /** Advances the clock until the work is done: to the next timer whenever no response is in flight. */
  passTime<T>(work: PromiseLike<T>): Promise<T>
  /** A client of this server. */
  client(options?: Partial<ParleyOptions>): Parley
  close(): Promise<void>
}

export const ok = (body: unknown, headers: Record<string, string> = {}): Answered => ({
  status: 200,
  body,
  headers,
})

/** A problem as the service returns it. */
export function problem(
  code: ProblemCode,
  { details, ...headers }: { details?: unknown; 'retry-after'?: string } = {},
): Answered {
  const { status, retryable, title } = problems[code]
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: {
      type: `https://parley.test/problems/${code}`,
      title,
      status,
      detail: `About ${code}.`,
      instance: '/v1/here',
      code,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      retryable,
      ...(details === undefined ? {} : { details }),
    },
  }
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const seen: Seen[] = []
  let script: readonly (Step | ((seen: Seen) => Step))[] = []
  let playsEvents: ((seen: Seen) => Step) | undefined
  let played = 0
  let onTheWay = 0
  let hanging = 0

  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const text = await readBody(request)
      const { method = '', url = '', headers } = request
      const one: Seen = {
        method,
        url,
        headers: headers as Record<string, string>,
        body: headers['content-type']?.includes('json') ? JSON.parse(text) : text,
        atMs: Date.now(),
      }
      if (playsEvents && url.startsWith('/v1/events?')) return answer(response, playsEvents(one))
      seen.push(one)
      const step = script[Math.min(played, script.length - 1)] ?? { status: 204 }
      played += 1
      answer(response, typeof step === 'function' ? step(one) : step)
    }
    void respond()
  })
  function answer(response: ServerResponse, step: Step): void {
    if (step === 'hang') hanging += 1
    else if (step === 'cut') response.destroy()
    else {
      const { status, body, headers } = step
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
    }
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const watchedFetch: typeof globalThis.fetch = async (input, init) => {
    const before = hanging
    onTheWay += 1
    try {
      const response = await fetch(input, init)
      const body = await response.arrayBuffer()
      const { status, headers } = response
      return new Response(status === 204 ? null : body, { status, headers })
    } finally {
      onTheWay -= 1
      hanging = before
    }
  }

  return {
    origin,
    seen,
    fetch: watchedFetch,
    play: (...steps) => {
      script = steps
      played = 0
      seen.length = 0
    },
    playEvents: step => {
      playsEvents = step
    },
    passTime: async work => {
      const progress = { isDone: false }
      const watch = async (): Promise<void> => {
        await work.then(undefined, () => {})
        progress.isDone = true
      }
      void watch()
      while (!progress.isDone) {
        await new Promise(resolve => setImmediate(resolve))
        if (!progress.isDone && onTheWay === hanging && vi.getTimerCount() > 0) {
          vi.advanceTimersToNextTimer()
        }
      }
      return work
    },
    client: options =>
      new Parley({
        baseUrl: `${origin}/v1`,
        apiKey: 'key',
        accessToken: 'token',
        fetch: watchedFetch,
        ...options,
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Error that the call throws. */
export const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => {
      throw new Error('The call did not fail.')
    },
    (error: unknown) => error,
  )

/** Stops the clock and timers of the library until the test advances them; those of the network keep running. */
export const stopTime = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_800_000_000_000 })
}
