import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultKind } from './kind.ts'

/** How long before its death the primary may already be out of touch with its standby. */
const linkLostMaxMs = 1_000

export const failOver: FaultKind = {
  name: 'kill -9 primary, promote standby',
  isPossible: ({ installation }) => installation.pair.hasStandby,
  run: async ({ installation: { pair }, roll, failOvers }, tell) => {
    const linkLostMs = roll(2) === 0 ? 0 : roll(linkLostMaxMs)
    tell(linkLostMs === 0 ? '' : `link lost ${linkLostMs} ms before`)
    // What is committed in this time reaches no standby, so it must not be acknowledged.
    if (linkLostMs > 0) pair.cutLink()
    await sleep(linkLostMs)
    const { standbyIsBack, ...change } = await pair.failOver()
    failOvers.push(change)
    await standbyIsBack
  },
}
