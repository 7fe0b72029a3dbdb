import type { Consents } from './consents.ts'
import type { ConsentStatus } from './contract.generated.ts'
import { ParleyError } from './errors.ts'
import { sleep } from './sleep.ts'
import type { RequestOptions } from './with-retries.ts'

/** Options of everything that waits for the recipient's answer. */
export interface WaitOptions extends RequestOptions {
  /** Looks this often, instead of every 30 seconds for 5 minutes and every 5 minutes after that. For a sandbox. */
  readonly pollIntervalMs?: number | undefined
}

/** How a request for consent ended. `expired`: no answer came within 24 hours. */
export interface ConsentOutcome {
  readonly outcome: 'accepted' | 'declined' | 'opted_out' | 'expired'
  /** What the last look saw. */
  readonly status: ConsentStatus
}

const minuteMs = 60_000
const fastMs = 5 * minuteMs
export const openMs: number = 24 * 60 * minuteMs

const ruledIntervalMs = (sinceAskedMs: number): number => (sinceAskedMs < fastMs ? 30_000 : 5 * minuteMs)

/** Looks at once and then by the polling rule, until there is an answer or the request is 24 hours old. */
export async function waitForConsent(
  consents: Consents,
  phone: string,
  { pollIntervalMs, ...options }: WaitOptions,
): Promise<ConsentOutcome> {
  const startedAt = Date.now()
  let askedAt = startedAt
  for (;;) {
    let pauseMs = 0
    try {
      const status = await consents.get({ phone }, options)
      askedAt = status.lastRequested ?? startedAt
      const outcome = outcomeOf(status) ?? (Date.now() >= askedAt + openMs ? 'expired' : undefined)
      if (outcome) return { outcome, status }
    } catch (error) {
      // An outage of minutes does not end a wait of hours.
      const isOver = Date.now() >= askedAt + openMs
      if (!(error instanceof ParleyError) || !error.retryable || isOver) throw error
      pauseMs = (error.retryAfterSeconds ?? 0) * 1_000
    }
    const sinceAskedMs = Date.now() - askedAt
    const intervalMs = Math.min(pollIntervalMs ?? ruledIntervalMs(sinceAskedMs), openMs - sinceAskedMs)
    await sleep(Math.max(intervalMs, pauseMs, 0), options.signal)
  }
}

function outcomeOf({ state, optedOut, declined }: ConsentStatus): ConsentOutcome['outcome'] | undefined {
  if (optedOut) return 'opted_out'
  if (state === 'accepted') return 'accepted'
  return declined ? 'declined' : undefined
}
