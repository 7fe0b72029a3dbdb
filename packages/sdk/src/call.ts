/** An answer together with its HTTP response: headers such as `x-trace-id`, `RateLimit` and `Idempotency-Replayed`. */
export interface WithResponse<T> {
  readonly data: T
  readonly response: Response
}

/** What every operation gives: a promise of its result. */
export class Call<T> extends Promise<T> {
  readonly #answer: Promise<WithResponse<T>>

  // then() and catch() make plain promises.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  /** @internal */
  constructor(answer: Promise<WithResponse<T>>) {
    super((resolve, reject) => {
      answer.then(({ data }) => resolve(data), reject)
    })
    this.#answer = answer
  }

  /** The result, and the HTTP response that it came with. */
  withResponse(): Promise<WithResponse<T>> {
    this.catch(() => {}) // whoever asks for both hears of a failure there
    return this.#answer
  }
}
