// Requests that were written and wait for their responses.
export type Answer =
  /** The body is undefined if the peer omits it or it is malformed. */
  | { readonly outcome: 'answered'; readonly status: number; readonly messageId: string | undefined }
  /** Nothing was written to the socket. */
  | { readonly outcome: 'unsent' }
  /** Written, and no response arrived in time. */
  | { readonly outcome: 'unanswered' }

type OnLate = (answer: Answer) => void

export interface PendingRequest {
  readonly settle: (answer: Answer) => void
  /** Receives a response that arrives after the request timed out. */
  readonly onLate: OnLate | undefined
}

const lateMax = 10_000

export class PendingRequests {
  readonly #answerTimeoutMs: number
  /** In the order in which they were written. */
  readonly #waiting = new Map<number, PendingRequest & { readonly sentAtMs: number }>()
  /** Timed out; their responses may still come. */
  readonly #late = new Map<number, OnLate>()
  readonly #idlers: (() => void)[] = []
  #probedAtMs = Number.NEGATIVE_INFINITY

  constructor(answerTimeoutMs: number) {
    this.#answerTimeoutMs = answerTimeoutMs
  }

  get size(): number {
    return this.#waiting.size
  }

  add(sequence: number, { settle, onLate }: PendingRequest, sentAtMs: number): void {
    this.#waiting.set(sequence, { settle, onLate, sentAtMs })
  }

  settle(sequence: number, answer: Answer): void {
    const asker = this.#waiting.get(sequence)
    if (asker) {
      this.#waiting.delete(sequence)
      asker.settle(answer)
      this.tellIdlers()
      return
    }
    const onLate = this.#late.get(sequence)
    this.#late.delete(sequence)
    onLate?.(answer)
  }

  /**
   * Times out overdue requests. They were written in order, so none after the first that still has time is overdue. Returns
   * 'probe' if the peer should be probed, and 'gone' if it is dead.
   */
  giveUp(now: number, heardAtMs: number): 'probe' | 'gone' | undefined {
    let shouldProbe = false
    for (const [sequence, asker] of this.#waiting) {
      const sinceMs = now - asker.sentAtMs
      if (sinceMs < this.#answerTimeoutMs) {
        // One response may be lost. A probe tells in time whether all are.
        const isSilent = heardAtMs < asker.sentAtMs && this.#probedAtMs < asker.sentAtMs
        shouldProbe = isSilent && sinceMs > this.#answerTimeoutMs / 2
        break
      }
      // Nothing received since then: the other side is gone, and the system does not know yet.
      if (heardAtMs < asker.sentAtMs) return 'gone'
      this.#waiting.delete(sequence)
      if (asker.onLate && this.#late.size < lateMax) this.#late.set(sequence, asker.onLate)
      asker.settle({ outcome: 'unanswered' })
    }
    this.tellIdlers()
    if (!shouldProbe) return undefined
    this.#probedAtMs = now
    return 'probe'
  }

  /** The connection is over: no response can come. */
  close(): void {
    for (const asker of this.#waiting.values()) asker.settle({ outcome: 'unanswered' })
    this.#waiting.clear()
    this.#late.clear()
    this.tellIdlers()
  }

  /** Resolves at the next check that finds nothing waiting. */
  idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#idlers.push(resolve)
    return promise
  }

  tellIdlers(): void {
    if (this.#waiting.size === 0) for (const resolve of this.#idlers.splice(0)) resolve()
  }
}
