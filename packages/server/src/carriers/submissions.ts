import type { OutgoingText, Submission } from './carrier.ts'

/**
 * Submissions in flight. Each text is submitted by itself: an exception must not cost the other texts their outcomes. The text may
 * have been written by then, so its own outcome is unknown.
 */
export class Submissions {
  readonly #inFlight = new Set<Promise<unknown>>()
  readonly #onFailure: (error: unknown) => void

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /** Never rejects. */
  async submit(
    texts: readonly OutgoingText[],
    submitText: (text: OutgoingText) => Promise<Submission>,
  ): Promise<Submission[]> {
    const work = Promise.all(texts.map(text => this.#submitOne(text, submitText)))
    this.#inFlight.add(work)
    try {
      return await work
    } finally {
      this.#inFlight.delete(work)
    }
  }

  async ended(): Promise<void> {
    await Promise.all(this.#inFlight)
  }

  async #submitOne(
    text: OutgoingText,
    submitText: (text: OutgoingText) => Promise<Submission>,
  ): Promise<Submission> {
    try {
      return await submitText(text)
    } catch (error) {
      this.#onFailure(error)
      return { status: 'unknown' }
    }
  }
}
