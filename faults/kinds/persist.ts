import { setTimeout as sleep } from 'node:timers/promises'
import { watchStolenTime } from '../../packages/server/test/processes/stolen-time.ts'

/** Retries until it succeeds, despite other faults in progress. */
export async function persist<Result>(
  what: string,
  work: () => Promise<Result | undefined>,
  withinMs = 90_000,
): Promise<Result> {
  const startedAtMs = performance.now()
  const slowness = watchStolenTime()
  let last: unknown
  for (;;) {
    try {
      const result = await work()
      if (result !== undefined) return result
    } catch (error) {
      last = error
    }
    if (performance.now() - startedAtMs > withinMs * slowness())
      throw new Error(`${what}: not within ${withinMs} ms`, { cause: last })
    await sleep(300)
  }
}
