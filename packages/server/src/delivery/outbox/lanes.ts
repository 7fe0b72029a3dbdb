export interface LaneName {
  readonly advisorId: number
  readonly number: string
}

export const laneKey = ({ advisorId, number }: LaneName): string => `${advisorId} ${number}`

export interface Lane extends LaneName {
  /** No text that can be tried, now or after those in flight, comes before this one. */
  readonly fromId: number
}

export interface TakenLane extends Lane {
  /** How many texts may be claimed from it. */
  readonly textsMax: number
}

/** A lane with a backlog gives many texts at once, because a visit costs more than a text; other lanes have few. */
const textsOf = { backlog: 25, few: 4 } as const

interface KnownLane extends LaneName {
  fromId: number
  /** More texts were waiting than its last claim took. */
  hasBacklog: boolean
  /** Monotonic clock. Infinity if nothing else is known to wait in it. */
  readyAtMs: number
  /** Its pace allows no text before this time. */
  pacedUntilMs: number
  isTaken: boolean
  /** The first text of each claim in flight. */
  readonly inFlight: Map<string, number>
}

interface AfterClaim {
  readonly claimId: string
  /** The first text claimed, if any. */
  readonly firstId: number | undefined
  readonly readyAtMs: number
  readonly pacedUntilMs: number
  readonly hasBacklog: boolean
  /** Eligible texts were left in place. */
  readonly hasMissed: boolean
}

/**
 * Lanes known to this worker to have waiting texts, and where the next claim in each begins: starting from the front,
 * it would step over every sent text not yet vacuumed, more with each claim. The sweep finds anything forgotten or
 * missed here, so a mistake costs a second, never a text.
 */
export class Lanes {
  readonly #lanes = new Map<string, KnownLane>()

  get size(): number {
    return this.#lanes.size
  }

  /** Registers that a text in the lane can be tried, and none before it. */
  found({ advisorId, number, fromId }: Lane, nowMs: number): void {
    const key = laneKey({ advisorId, number })
    const lane = this.#lanes.get(key)
    if (!lane) {
      const fresh = {
        hasBacklog: false,
        pacedUntilMs: 0,
        isTaken: false,
        inFlight: new Map<string, number>(),
      }
      this.#lanes.set(key, { advisorId, number, fromId, readyAtMs: nowMs, ...fresh })
      return
    }
    lane.fromId = Math.min(lane.fromId, fromId)
    lane.readyAtMs = Math.min(lane.readyAtMs, Math.max(nowMs, lane.pacedUntilMs))
  }

  /**
   * Takes lanes for about this many texts, least recently served first. Each must be returned with `claimed` or
   * `untouched`.
   */
  take(textsMax: number, nowMs: number): TakenLane[] {
    const taken: KnownLane[] = []
    let expected = 0
    for (const lane of this.#lanes.values()) {
      if (lane.isTaken || lane.readyAtMs > nowMs) continue
      taken.push(lane)
      expected += lane.hasBacklog ? textsOf.backlog : textsOf.few
      if (expected >= textsMax) break
    }
    return taken.map(lane => {
      lane.isTaken = true
      this.#moveBack(lane)
      const { advisorId, number, fromId, hasBacklog } = lane
      return { advisorId, number, fromId, textsMax: hasBacklog ? textsOf.backlog : textsOf.few }
    })
  }

  /** Returns lanes from which nothing was claimed. */
  untouched(lanes: readonly Lane[], readyAtMs: number): void {
    for (const name of lanes) {
      const lane = this.#lanes.get(laneKey(name))
      if (lane) Object.assign(lane, { isTaken: false, readyAtMs })
    }
  }

  /** Drops a lane that another worker is serving or that is closed. */
  forget(name: LaneName): void {
    const lane = this.#lanes.get(laneKey(name))
    if (!lane) return
    Object.assign(lane, { isTaken: false, readyAtMs: Number.POSITIVE_INFINITY })
    this.#dropIfDone(lane)
  }

  /** Returns a lane after a claim, with the position and time of the next one. */
  claimed(name: LaneName, next: AfterClaim): void {
    const lane = this.#lanes.get(laneKey(name))
    if (!lane) return
    lane.isTaken = false
    lane.pacedUntilMs = next.pacedUntilMs
    lane.readyAtMs = next.readyAtMs
    lane.hasBacklog = next.hasBacklog
    if (next.firstId !== undefined) {
      lane.inFlight.set(next.claimId, next.firstId)
      // Goes behind lanes returned untouched, for which the account had no pace left.
      this.#moveBack(lane)
    }
    // Texts that wait for one in flight come after it.
    if (!next.hasMissed && lane.inFlight.size > 0) lane.fromId = Math.min(...lane.inFlight.values())
    this.#dropIfDone(lane)
  }

  /** Called when the claim's texts of this lane are recorded. */
  recorded(name: LaneName, claimId: string): void {
    const lane = this.#lanes.get(laneKey(name))
    if (!lane) return
    lane.inFlight.delete(claimId)
    this.#dropIfDone(lane)
  }

  #moveBack(lane: KnownLane): void {
    const key = laneKey(lane)
    this.#lanes.delete(key)
    this.#lanes.set(key, lane)
  }

  #dropIfDone(lane: KnownLane): void {
    const isDone = lane.readyAtMs === Number.POSITIVE_INFINITY && lane.inFlight.size === 0 && !lane.isTaken
    if (isDone) this.#lanes.delete(laneKey(lane))
  }
}
