import { ConnectionError, ParleyError, TimeoutError } from './errors.ts'
import type { RequestOptions } from './with-retries.ts'

export interface Answer {
  readonly response: Response
  /** Parsed JSON, or undefined if there is none. */
  readonly body: unknown
}

/** Sends one request and reads the response, whatever its status. */
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
  // A signal that was given while the token was fetched sends no event any more.
  if (signal?.aborted) abort()
  try {
    // A redirect would send the API key to another host. Cloudflare Workers reject the mode 'error'.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: limit.signal })
    refuseRedirect(response, url)
    const text = await response.text()
    return { response, body: parse(text, response.ok) }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ParleyError) throw error
    if (limit.signal.aborted) {
      throw new TimeoutError(`No response within ${timeoutMs} ms.`, { code: 'timeout', retryable: true })
    }
    const code = codeOf(error)
    throw new ConnectionError(
      `The service could not be reached, or its response could not be read${code ? `: ${code}` : ''}.`,
      {
        code: 'connection_failed',
        retryable: true,
        cause: error,
      },
    )
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Browsers hide everything of a redirect: its type is `opaqueredirect` and its status 0. */
function refuseRedirect({ type, status, headers, body }: Response, url: string): void {
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return
  body?.cancel().catch(() => {}) // frees the connection
  const location = headers.get('location') ?? ''
  const target = URL.canParse(location, url) ? new URL(location, url).origin : undefined
  throw new ConnectionError(
    `The service redirected the request${target ? ` to ${target}` : ''}. Redirects are not followed: check the URL.`,
    { code: 'redirected', retryable: false, status: status || undefined },
  )
}

/** fetch wraps the cause, and wraps it again when several addresses were tried. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  if (typeof code === 'string') return code
  const inner: unknown[] = Array.isArray(errors) ? errors : []
  return [cause, ...inner].map(codeOf).find(Boolean)
}

function parse(text: string, isNeeded: boolean): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (isNeeded) throw error
    return undefined // an error page of a proxy: the status is enough
  }
}
