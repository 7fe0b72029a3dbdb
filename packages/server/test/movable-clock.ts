import { type Clock, systemClock } from '../src/platform/time/clock.ts'

/** A clock that runs like the system clock and can be moved ahead. */
export function movableClock(): { readonly clock: Clock; readonly pass: (seconds: number) => void } {
  let aheadMs = 0
  return {
    clock: {
      epochMs: () => systemClock.epochMs() + aheadMs,
      monotonicMs: () => systemClock.monotonicMs() + aheadMs,
    },
    pass: seconds => {
      aheadMs += seconds * 1000
    },
  }
}
