import { ParleyError } from './errors.ts'
import { sleep } from './sleep.ts'

/** Options of one call. They override those of the client. */
export interface RequestOptions {
  /** Aborts the call, even while it waits to retry. The signal's reason is thrown. */
  readonly signal?: AbortSignal | undefined
  /** Timeout of one attempt. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries. Default: 2. */
  readonly maxRetries?: number | undefined
}

/** With a longer Retry-After, such as for an exhausted daily quota, the error goes to the caller. */
const longestWaitMs = 60_000

/** Retries until the attempt succeeds, fails permanently or the retries are used up. */
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

/** Half a second, doubling up to 8 seconds, minus up to 25 % jitter so that callers do not retry in step. */
const backoffMs = (number: number): number => Math.min(8_000, 500 * 2 ** number) * (1 - Math.random() / 4)
