import { setTimeout as pause } from 'node:timers/promises'
import type { EventResult } from '../../src/index.ts'
import { version } from '../../src/version.ts'
import { signedHeaders } from './signing.ts'

interface Forwarding {
  readonly url: string
  readonly secret: string
  readonly print: (line: string) => void
  readonly signal: AbortSignal
}

/** As long as the service waits for a webhook. */
const answerTimeoutMs = 15_000
const firstPauseMs = 250
const longestPauseMs = 5_000

/** Posts an event until the receiver takes it. Prints each outcome that is new, and nothing of the content. */
export async function forwardEvent(
  { event, cursor }: EventResult,
  { url, secret, print, signal }: Forwarding,
): Promise<void> {
  const body = JSON.stringify(event)
  let before: string | undefined
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now()
    const outcome = await post(url, {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': `parley-sdk/${version} listen`,
        'parley-cursor': cursor,
        'parley-attempt': String(attempt),
        ...signedHeaders(event.id, body, secret),
      },
      signal,
    })
    const line = `${event.id}  ${event.type}  ${outcome.text}  ${Math.round(performance.now() - startedAt)} ms`
    if (outcome.isTaken) return print(line)
    if (outcome.text !== before) print(`${line}  retrying`)
    before = outcome.text
    await pause(Math.min(firstPauseMs * 2 ** Math.min(attempt - 1, 10), longestPauseMs), undefined, {
      signal,
    })
  }
}

interface Outcome {
  readonly isTaken: boolean
  readonly text: string
}

interface Post {
  readonly body: string
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
}

async function post(url: string, { body, headers, signal }: Post): Promise<Outcome> {
  const timeout = AbortSignal.timeout(answerTimeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    })
    await response.body?.cancel()
    return { isTaken: response.ok, text: String(response.status) }
  } catch (error) {
    if (signal.aborted) throw error
    return { isTaken: false, text: timeout.aborted ? 'timeout' : 'unreachable' }
  }
}
