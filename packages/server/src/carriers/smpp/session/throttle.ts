/** When and how much may be written, as the peer's answers tell. */
export interface Throttle {
  /** Until then nothing, on the monotonic clock. */
  readonly pausedUntilMs: number
  /** How many requests may be without an answer at a time. */
  readonly allowed: number
  /** The peer wants less. */
  refused(): void
  /** The peer took one. */
  accepted(): void
}

interface ThrottleOptions {
  readonly most: number
  readonly firstPauseMs: number
  readonly mostPauseMs: number
}

/**
 * The first refusal pauses; each that follows without anything taken in between pauses twice as long. Afterwards half as
 * many are under way at a time as before, and one more for each round that is taken whole: after a while the peer gets
 * as much as it takes, and not a refusal for each text.
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
      // Those that were under way together are refused together: that is one refusal.
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
