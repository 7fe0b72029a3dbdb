const least = 500
const most = 2_000
/** A claim may hold what the carrier takes in this time: whatever is claimed, a STOP can no longer prevent. */
const claimedMs = 250

interface SubmittedBatch {
  readonly texts: number
  /** Those that the carrier accepted. */
  readonly taken: number
  readonly tookMs: number
}

/**
 * How many texts to claim at once. A statement for 2,000 texts costs less for each than one for 500, so claims grow while they are
 * full and the carrier is fast, and shrink when it is slow.
 */
export class BatchSize {
  #texts = least

  get texts(): number {
    return this.#texts
  }

  /** Called when a batch has been submitted. What the carrier refused or never saw says nothing about its speed. */
  submitted({ texts, taken, tookMs }: SubmittedBatch): void {
    const isFull = texts >= this.#texts * 0.9
    const wanted = Math.min(most, Math.max(least, Math.round((taken / Math.max(tookMs, 1)) * claimedMs)))
    if (isFull || wanted < this.#texts) this.#texts = wanted
  }
}
