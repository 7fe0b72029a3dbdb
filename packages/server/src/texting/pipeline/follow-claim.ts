import type { Claimed } from './claim-texts.ts'
import { type Lane, type Lanes, laneKey } from './lanes.ts'

/** Before a lane is tried again whose texts were passed over or came back unsent. */
export const pauseMs = 100
/** A lane with a backlog is visited so often, for all that it may send by then: each visit leaves a dead row behind. */
const visitsPerSecond = 4
const never = Number.POSITIVE_INFINITY

/** Brings the lanes of a claim back, each with when it is worth the next visit. */
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
