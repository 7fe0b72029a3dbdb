import { type Clock, systemClock } from '../src/identity/access/clock.ts'

/** A clock that goes as ours does, and ahead of it when it is told to. */
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
