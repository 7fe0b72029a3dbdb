import type { ConsentStatus } from '../contract.generated.ts'
import { ParleyError } from '../errors.ts'
import { sleep } from '../sleep.ts'
import type { RequestOptions } from '../with-retries.ts'
import type { ConsentWatch, Watch } from './consent-watch.ts'
import type { Consents } from './consents.ts'

/** Options for waiting for the recipient's reply. */
export interface WaitOptions extends RequestOptions {
  /**
   * Polls at this interval instead of waiting for events. Default: events, or, if the token may not read them, every 30 seconds
   * for 5 minutes and then every 5 minutes.
   */
  readonly pollIntervalMs?: number | undefined
}

/**
 * Outcome of a consent request. `expired`: no reply within 24 hours. `not_asked`: no request is open, because nobody asked
 * or because the recipient opted out and came back with START.
 */
export interface ConsentOutcome {
  readonly outcome: 'accepted' | 'declined' | 'opted_out' | 'expired' | 'not_asked'
  /** Consent status of the last poll. */
  readonly status: ConsentStatus
}

const minuteMs = 60_000
const fastMs = 5 * minuteMs
export const openMs: number = 24 * 60 * minuteMs

const ruledIntervalMs = (sinceAskedMs: number): number => (sinceAskedMs < fastMs ? 30_000 : 5 * minuteMs)

export interface Waiting {
  readonly consents: Consents
  readonly consentWatch: ConsentWatch
}

/** Looks at once, and again at every change or at intervals, until there is a reply or the request is 24 hours old. */
export async function waitForConsent(
  { consents, consentWatch }: Waiting,
  phone: string,
  { pollIntervalMs, ...options }: WaitOptions,
): Promise<ConsentOutcome> {
  // Before the first look: no change is missed in between.
  const watch = pollIntervalMs === undefined ? await consentWatch.open(phone, options) : undefined
  try {
    return await waitWith(watch, consents, phone, { pollIntervalMs, ...options })
  } finally {
    watch?.close()
  }
}

async function waitWith(
  watch: Watch | undefined,
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
      // An outage of minutes must not end a wait of hours.
      const isOver = Date.now() >= askedAt + openMs
      if (!(error instanceof ParleyError) || !error.retryable || isOver) throw error
      pauseMs = (error.retryAfterSeconds ?? 0) * 1_000
    }
    const sinceAskedMs = Date.now() - askedAt
    if (watch?.isLive() && pauseMs === 0) {
      await watch.next(Math.max(openMs - sinceAskedMs, 0), options.signal)
      continue
    }
    const intervalMs = Math.min(pollIntervalMs ?? ruledIntervalMs(sinceAskedMs), openMs - sinceAskedMs)
    await sleep(Math.max(intervalMs, pauseMs, 0), options.signal)
  }
}

function outcomeOf({ state, optedOut, declined }: ConsentStatus): ConsentOutcome['outcome'] | undefined {
  if (optedOut) return 'opted_out'
  if (state === 'accepted') return 'accepted'
  if (state === 'none') return 'not_asked'
  return declined ? 'declined' : undefined
}
