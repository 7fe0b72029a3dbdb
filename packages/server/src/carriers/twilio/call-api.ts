import type { WholeSettings } from './settings.ts'

export type ApiAnswer =
  | {
      readonly outcome: 'answered'
      readonly status: number
      /** Empty if the body is no JSON object. */
      readonly body: Readonly<Record<string, unknown>>
      readonly retryAfterMs: number | undefined
    }
  /** No byte of the request was sent. */
  | { readonly outcome: 'unsent'; readonly why: string }
  /** The carrier may have processed the request. */
  | { readonly outcome: 'unanswered'; readonly why: string }

interface ApiCall {
  /** Path below that of the account. */
  readonly path: string
  /** Makes it a POST. */
  readonly form?: URLSearchParams
  /** Timeout, if a caller waits for it. */
  readonly withinMs?: number
}

/** One request without retries. Never rejects. */
export async function callApi(
  { apiOrigin, accountSid, authToken, timings }: WholeSettings,
  { path, form, withinMs = timings.answerTimeoutMs }: ApiCall,
): Promise<ApiAnswer> {
  try {
    const response = await fetch(`${apiOrigin}/2010-04-01/Accounts/${accountSid}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        accept: 'application/json',
      },
      ...(form && { body: form }),
      // A redirect could send the text to any host.
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.min(withinMs, timings.answerTimeoutMs)),
    })
    const { status, headers } = response
    const retryAfterMs = retryAfter(headers.get('retry-after'))
    return { outcome: 'answered', status, body: objectIn(await response.text()), retryAfterMs }
  } catch (error) {
    const code = causesOf(error)
      .map(codeOf)
      .find(known => known !== undefined)
    const why = code ?? (error instanceof DOMException ? 'no answer in time' : 'the connection was lost')
    return { outcome: causesOf(error).some(isBeforeTheRequest) ? 'unsent' : 'unanswered', why }
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function retryAfter(header: string | null): number | undefined {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : undefined
}

/** fetch wraps the cause, and wraps it again if several addresses were tried. */
function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return [error, ...causesOf(error.cause), ...inner.flatMap(causesOf)]
}

const codeOf = (error: unknown): string | undefined => {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** An untrusted certificate ends the connection before the request is written. */
const untrusted = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/

function isBeforeTheRequest(error: unknown): boolean {
  const { syscall } = error as { readonly syscall?: unknown }
  const code = codeOf(error) ?? ''
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    untrusted.test(code)
  )
}
