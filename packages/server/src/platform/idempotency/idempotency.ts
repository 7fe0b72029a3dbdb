/** Keys are scoped by advisor, application and operation. */
export interface IdempotencyKey {
  readonly advisorId: number
  readonly applicationId: number
  readonly operation: string
  /** Value of the Idempotency-Key header. */
  readonly key: string
  /** SHA-256 of the request. */
  readonly fingerprint: Buffer
}

/** Idempotency of a request. */
export interface Idempotency {
  /** Undefined: every send of the request takes effect. */
  readonly key: IdempotencyKey | undefined
  /** Set when a stored response is returned, so that the response says so. */
  replayed: boolean
}

/** For callers that never retry, such as the command line. */
export const withoutIdempotency: Idempotency = Object.freeze({ key: undefined, replayed: false })
