const least = 500
const most = 2_000
/** A claim may hold what the carrier takes in this time: whatever is claimed, a STOP can no longer prevent. */
const claimedMs = 250

/**
 * How many texts to claim at once. A statement for 2,000 texts costs less for each than one for 500, so claims grow while they are
 * full and the carrier is fast, and shrink when it is slow.
 */
export class BatchSize {
  #texts = least

  get texts(): number {
    return this.#texts
  }

  /** Called when the carrier has answered a batch. */
  submitted(texts: number, tookMs: number): void {
    const isFull = texts >= this.#texts * 0.9
    const taken = Math.round((texts / Math.max(tookMs, 1)) * claimedMs)
    const wanted = Math.min(most, Math.max(least, taken))
    if (isFull || wanted < this.#texts) this.#texts = wanted
  }
}
