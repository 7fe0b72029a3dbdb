export interface Clock {
  /** What the calendar says. It may be set, forwards and backwards. */
  epochMs(): number
  /** Only ever goes on, from an arbitrary beginning. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}
