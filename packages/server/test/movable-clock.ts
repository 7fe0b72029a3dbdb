import { type Clock, systemClock } from '../src/platform/time/clock.ts'

/** A clock that can be moved ahead. It runs like the system clock, or stands still between the moves. */
export function movableClock({ isStopped = false } = {}): {
  readonly clock: Clock
  readonly pass: (seconds: number) => void
} {
  let aheadMs = 0
  const start = { epochMs: systemClock.epochMs(), monotonicMs: systemClock.monotonicMs() }
  return {
    clock: {
      epochMs: () => (isStopped ? start.epochMs : systemClock.epochMs()) + aheadMs,
      monotonicMs: () => (isStopped ? start.monotonicMs : systemClock.monotonicMs()) + aheadMs,
    },
    pass: seconds => {
      aheadMs += seconds * 1000
    },
  }
}
