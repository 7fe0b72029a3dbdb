import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultKind } from './kind.ts'

/** How long before it is killed the primary may have lost its standby. */
const linkLostMaxMs = 1_000

export const failOver: FaultKind = {
  name: 'kill -9 primary, promote standby',
  isPossible: ({ installation }) => installation.database.hasStandby,
  run: async ({ installation: { database }, random, failOvers }, tell) => {
    const linkLostMs = random(2) === 0 ? 0 : random(linkLostMaxMs)
    tell(linkLostMs === 0 ? '' : `link lost ${linkLostMs} ms before`)
    // What is committed in this time reaches no standby, so it must not be acknowledged.
    if (linkLostMs > 0) database.cutLink()
    await sleep(linkLostMs)
    const { standbyIsBack, ...change } = await database.failOver()
    failOvers.push(change)
    await standbyIsBack
  },
}

/** Longer than the 5 s that the service waits for a commit. */
const standbyAwayMs = 8_000

/** Nothing can be acknowledged meanwhile; commits without an acknowledgement exist afterwards. */
export const loseStandby: FaultKind = {
  name: 'standby out of touch for 8 s',
  isPossible: ({ installation }) => installation.database.hasStandby,
  run: ({ installation: { database } }) => database.loseLink(standbyAwayMs),
}
