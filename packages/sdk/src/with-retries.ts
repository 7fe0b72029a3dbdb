import { ParleyError } from './errors.ts'
import { sleep } from './sleep.ts'

/** For a single call, instead of what the client was made with. */
export interface RequestOptions {
  /** Ends the call, also while it waits to try again; its reason is thrown. */
  readonly signal?: AbortSignal | undefined
  /** Longest that one attempt may take. 30,000 unless set. */
  readonly timeoutMs?: number | undefined
  /** How often to try again. 2 unless set. */
  readonly maxRetries?: number | undefined
}

/** A longer Retry-After, as when a day's quota is used up, is for the caller to wait out. */
const longestWaitMs = 60_000

/** Tries until it succeeds, the failure is one that lasts, or the retries are used up. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { maxRetries = 2, signal }: RequestOptions,
): Promise<T> {
  for (let number = 0; ; number += 1) {
    try {
      signal?.throwIfAborted()
      return await attempt()
    } catch (error) {
      if (!(error instanceof ParleyError) || !error.retryable || number >= maxRetries) throw error
      const { retryAfterSeconds } = error
      const waitMs = retryAfterSeconds === undefined ? backoffMs(number) : retryAfterSeconds * 1_000
      if (waitMs > longestWaitMs) throw error
      await sleep(waitMs, signal)
    }
  }
}

/** Half a second, doubling up to 8 seconds, less up to a quarter by chance so that many callers do not come at once. */
const backoffMs = (number: number): number => Math.min(8_000, 500 * 2 ** number) * (1 - Math.random() / 4)
