/** A result with its HTTP response, for headers such as `x-trace-id`, `RateLimit` and `Idempotency-Replayed`. */
export interface WithResponse<T> {
  readonly data: T
  readonly response: Response
}

/** Return value of every operation: a promise of its result. */
export class Call<T> extends Promise<T> {
  readonly #answer: Promise<WithResponse<T>>

  // then() and catch() return plain promises.
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

  /** The result and its HTTP response. */
  withResponse(): Promise<WithResponse<T>> {
    this.catch(() => {}) // a failure is reported through the returned promise
    return this.#answer
  }
}
