export type SeededRandom = (sides: number) => number

/** Deterministic pseudorandom numbers (mulberry32). */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed
  return sides => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}
