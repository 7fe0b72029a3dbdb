/** When and how much may be written, based on the peer's responses. */
export interface Throttle {
  /** Nothing may be written until then, on the monotonic clock. */
  readonly pausedUntilMs: number
  /** Limit of requests in flight. */
  readonly allowed: number
  /** The peer throttled a request. */
  refused(): void
  /** The peer accepted a request. */
  accepted(): void
}

interface ThrottleOptions {
  readonly most: number
  readonly firstPauseMs: number
  readonly mostPauseMs: number
}

/**
 * The first refusal pauses; each further one without an accepted request in between pauses twice as long. Afterwards half as
 * many requests may be in flight, and one more for each round that is fully accepted: so the peer soon gets as much as it
 * accepts, without a refusal for each text.
 */
export function createThrottle({ most, firstPauseMs, mostPauseMs }: ThrottleOptions): Throttle {
  let pausedUntilMs = 0
  let pauseMs = firstPauseMs
  let allowed = most
  return {
    get pausedUntilMs() {
      return pausedUntilMs
    },
    get allowed() {
      return Math.floor(allowed)
    },
    refused() {
      const now = performance.now()
      // Requests that were in flight together are refused together: that counts as one refusal.
      if (now < pausedUntilMs) return
      pausedUntilMs = now + pauseMs * (0.75 + Math.random() / 4)
      pauseMs = Math.min(pauseMs * 2, mostPauseMs)
      allowed = Math.max(1, allowed / 2)
    },
    accepted() {
      if (performance.now() < pausedUntilMs) return
      pauseMs = firstPauseMs
      allowed = Math.min(most, allowed + 1 / allowed)
    },
  }
}
