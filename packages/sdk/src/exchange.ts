import { ConnectionError, TimeoutError } from './errors.ts'
import type { RequestOptions } from './with-retries.ts'

export interface Answer {
  readonly response: Response
  /** Parsed JSON, or undefined where there is none. */
  readonly body: unknown
}

/** Sends one request and reads its answer, whatever the status. */
export async function exchange(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  { signal, timeoutMs = 30_000 }: RequestOptions,
): Promise<Answer> {
  const limit = new AbortController()
  const abort = (): void => limit.abort()
  const timer = setTimeout(abort, timeoutMs)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    // A redirect would carry the API key to another address.
    const response = await fetch(url, { ...init, redirect: 'error', signal: limit.signal })
    const text = await response.text()
    return { response, body: parse(text, response.ok) }
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.signal.aborted) {
      throw new TimeoutError(`No answer came within ${timeoutMs} ms.`, { code: 'timeout', retryable: true })
    }
    throw new ConnectionError('No answer came that could be read.', {
      code: 'connection_failed',
      retryable: true,
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function parse(text: string, isNeeded: boolean): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (isNeeded) throw error
    return undefined // a page of some proxy: its status says enough
  }
}
