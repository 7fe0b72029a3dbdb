export interface LoadResult {
  readonly answers: number
  /** From the first request to the last answer. */
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Answered with something else than was hoped for. */
  readonly refused: number
  /** Connections that failed. */
  readonly broken: number
  readonly timeouts: number
}
