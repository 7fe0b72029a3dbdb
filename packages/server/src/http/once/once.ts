/** A key is another one for another advisor, application or operation. */
export interface OnceKey {
  readonly advisorId: number
  readonly applicationId: number
  readonly operation: string
  /** What the Idempotency-Key header holds. */
  readonly key: string
  /** SHA-256 of what is asked. */
  readonly fingerprint: Buffer
}

/** What a request says about being sent again. */
export interface Once {
  /** Undefined: each time it is sent, it takes effect. */
  readonly key: OnceKey | undefined
  /** Set by whoever answers from an earlier time: the response then says so. */
  replayed: boolean
}

/** For callers that nobody sends again, such as the command line. */
export const notRepeated: Once = Object.freeze({ key: undefined, replayed: false })
