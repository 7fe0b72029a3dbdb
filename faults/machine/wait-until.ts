import { setTimeout as sleep } from 'node:timers/promises'

/** On a machine that is slow for minutes. */
const standStillMs = 180_000

/** Waits until something is so, and says how things are when it does not come. */
export async function waitUntil(
  what: string,
  isSo: () => Promise<boolean>,
  describe: () => Promise<unknown>,
): Promise<void> {
  for (const endMs = performance.now() + standStillMs; performance.now() < endMs; await sleep(50)) {
    if (await isSo()) return
  }
  const state = await describe().catch((error: unknown) => `unknown: ${String(error)}`)
  throw new Error(`not within ${standStillMs} ms: ${what}; ${JSON.stringify(state)}`)
}
