import { metrics } from '@opentelemetry/api'
import type { Agent } from 'undici'
import { request } from 'undici'
import { AddressRefusedError } from '../../platform/outgoing/outgoing-agent.ts'

export type Outcome =
  | { readonly kind: 'delivered'; readonly status: number; readonly milliseconds: number }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly milliseconds: number
      /** What the receiver asked for, at most a day. */
      readonly retryAfterMs?: number | undefined
    }
  | { readonly kind: 'timeout'; readonly milliseconds: number }
  | { readonly kind: 'unreachable'; readonly why: string; readonly milliseconds: number }

interface Attempt {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const answerTimeoutMs = 15_000
/** Read so that the connection can be used again; the rest is cut off. None of it is kept. */
const answerBytesMax = 16_384
const retryAfterMaxMs = 24 * 60 * 60_000

const boundariesSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** One POST. Any 2xx within 15 seconds is a success; a redirect is not followed. */
export async function attemptDelivery(agent: Agent, attempt: Attempt): Promise<Outcome> {
  const outcome = await post(agent, attempt)
  const duration = metrics.getMeter('parley').createHistogram('parley.webhooks.attempt.duration_seconds', {
    unit: 's',
    description: 'Time until an endpoint answered a delivery or a test, by its outcome',
    advice: { explicitBucketBoundaries: boundariesSeconds },
  })
  duration.record(outcome.milliseconds / 1_000, { outcome: outcome.kind })
  return outcome
}

async function post(agent: Agent, { url, headers, body }: Attempt): Promise<Outcome> {
  const startedAt = performance.now()
  const milliseconds = (): number => Math.round(performance.now() - startedAt)
  const signal = AbortSignal.timeout(answerTimeoutMs)
  try {
    const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
    const status = answer.statusCode
    // The verdict is in the status. A body that drips or never ends costs its sender the connection.
    answer.body.dump({ limit: answerBytesMax, signal }).catch(() => {})
    if (status >= 200 && status < 300) return { kind: 'delivered', status, milliseconds: milliseconds() }
    const retryAfterMs = retryAfterOf(answer.headers['retry-after'])
    return { kind: 'refused', status, milliseconds: milliseconds(), retryAfterMs }
  } catch (error) {
    if (signal.aborted || isTimeout(error)) return { kind: 'timeout', milliseconds: milliseconds() }
    return { kind: 'unreachable', why: reasonOf(error), milliseconds: milliseconds() }
  }
}

function retryAfterOf(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const asked = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), retryAfterMaxMs) : undefined
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isTimeout = (error: unknown): boolean => /TIMEOUT/.test(codeOf(error))

/** In words that tell nothing about our network. */
function reasonOf(error: unknown): string {
  const code = codeOf(error)
  // The same for both: it must not tell which names our own network knows.
  if (error instanceof AddressRefusedError || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'The name does not lead to a public address.'
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (/CERT|SELF_SIGNED|TLS|SSL|UNABLE_TO/.test(code)) return `The certificate or TLS failed (${code}).`
  if (/HEADERS_OVERFLOW|HPE_/.test(code))
    return 'The answer was not valid HTTP, or its headers were too large.'
  return 'The connection broke.'
}
