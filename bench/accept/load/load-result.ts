export interface LoadResult {
  readonly answers: number
  /** From the first request to the last response. */
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Unexpected responses. */
  readonly refused: number
  /** Failed connections. */
  readonly broken: number
  readonly timeouts: number
}
