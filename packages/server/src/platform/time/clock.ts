export interface Clock {
  /** Calendar time, which may be set forwards and backwards. */
  epochMs(): number
  /** Monotonic time from an arbitrary start. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}
