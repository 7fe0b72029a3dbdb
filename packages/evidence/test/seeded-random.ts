/** Whole numbers below a limit, the same in every run (mulberry32, two draws for more than 32 bits). */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed
  const draw = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return below => (draw() * 2 ** 21 + (draw() >>> 11)) % below
}
