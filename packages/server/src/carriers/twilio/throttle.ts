import type { WholeSettings } from './settings.ts'

export interface Throttle {
  /** 0: texts may be sent. */
  pausedForMs(): number
  /** Returns how long to wait. */
  refused(refusal: { readonly isOfAccount: boolean; readonly retryAfterMs: number | undefined }): number
  accepted(): void
}

/** How long to pause: as long as the carrier says, or longer each time it throttles again. */
export function createThrottle({ throttleFirstMs, throttleMostMs }: WholeSettings['timings']): Throttle {
  let untilMs = 0
  let refusals = 0
  return {
    pausedForMs: () => Math.max(0, Math.ceil(untilMs - performance.now())),
    refused({ isOfAccount, retryAfterMs }) {
      const waitMs = retryAfterMs ?? Math.min(throttleMostMs, throttleFirstMs * 2 ** Math.min(refusals, 10))
      if (!isOfAccount) return waitMs
      // Requests that were in flight together count once.
      if (performance.now() >= untilMs) refusals += 1
      untilMs = Math.max(untilMs, performance.now() + waitMs)
      return waitMs
    },
    accepted() {
      if (performance.now() >= untilMs) refusals = 0
    },
  }
}
