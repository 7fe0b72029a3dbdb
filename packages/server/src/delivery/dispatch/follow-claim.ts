import { type Lane, type Lanes, laneKey } from '../outbox/lanes.ts'
import type { Claimed } from './claim-texts.ts'

/** Delay before a lane is retried if its texts were skipped or came back unsent. */
export const pauseMs = 100
/** Visits per second to a lane with a backlog, each for all it may send by then: every visit leaves a dead row. */
const visitsPerSecond = 4
const never = Number.POSITIVE_INFINITY

/** Returns the claimed lanes to the pool, each with the time of its next useful visit. */
export function followClaim(lanes: Lanes, taken: readonly Lane[], claimId: string, claimed: Claimed): void {
  const now = performance.now()
  const firstIds = new Map<string, number>()
  for (const text of claimed.texts) {
    const key = laneKey(text)
    firstIds.set(key, Math.min(text.messageId, firstIds.get(key) ?? text.messageId))
  }
  const seen = new Set<string>()
  for (const lane of claimed.lanes) {
    const { isFull, hasMissed, waitMs, textsPerSecond } = lane
    const key = laneKey(lane)
    seen.add(key)
    const isPaced = waitMs > 0
    const worthVisitingMs = ((Math.max(1, textsPerSecond / visitsPerSecond) - 1) / textsPerSecond) * 1_000
    const pacedUntilMs = isPaced ? now + waitMs + worthVisitingMs : now
    lanes.claimed(lane, {
      claimId,
      firstId: firstIds.get(key),
      pacedUntilMs: isPaced ? now + waitMs : now,
      readyAtMs: hasMissed ? Math.max(pacedUntilMs, now + pauseMs) : isFull ? pacedUntilMs : never,
      hasBacklog: isFull,
      hasMissed,
    })
  }
  for (const lane of taken) if (!seen.has(laneKey(lane))) lanes.forget(lane)
}
