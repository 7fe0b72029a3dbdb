export interface LaneName {
  readonly advisorId: number
  readonly number: string
}

export const laneKey = ({ advisorId, number }: LaneName): string => `${advisorId} ${number}`

export interface Lane extends LaneName {
  /** Whatever may be tried, now or after what is in flight, is not before this text. */
  readonly fromId: number
}

export interface TakenLane extends Lane {
  /** How many texts may be claimed from it. */
  readonly textsMax: number
}

/** From a lane with a backlog many are taken at once, because a visit costs more than a text; of the others few wait. */
const textsOf = { backlog: 25, few: 4 } as const

interface KnownLane extends LaneName {
  fromId: number
  /** More waited than its last claim took. */
  hasBacklog: boolean
  /** On the monotonic clock. Infinity: nothing more is known to wait in it. */
  readyAtMs: number
  /** Its pace does not allow a text before. */
  pacedUntilMs: number
  isTaken: boolean
  /** The first text of each of its claims in flight. */
  readonly inFlight: Map<string, number>
}

interface AfterClaim {
  readonly claimId: string
  /** The first text that was taken, if any was. */
  readonly firstId: number | undefined
  readonly readyAtMs: number
  readonly pacedUntilMs: number
  readonly hasBacklog: boolean
  /** Texts that may be tried were left where they are. */
  readonly hasMissed: boolean
}

/**
 * The lanes that this worker knows to have texts waiting, and where in each the next claim begins: from the front it
 * would pass over every text that was sent and is not vacuumed away yet, more with every claim. What is forgotten or
 * never seen here is found by the sweep, so a mistake costs a second and no text.
 */
export class Lanes {
  readonly #lanes = new Map<string, KnownLane>()

  get size(): number {
    return this.#lanes.size
  }

  /** A text that may be tried waits in the lane, and none before it. */
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
   * Lanes to claim about so many texts from, those first that were served longest ago. Each must be brought back by
   * `claimed` or `untouched`.
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

  /** The claim came to nothing. */
  untouched(lanes: readonly Lane[], readyAtMs: number): void {
    for (const name of lanes) {
      const lane = this.#lanes.get(laneKey(name))
      if (lane) Object.assign(lane, { isTaken: false, readyAtMs })
    }
  }

  /** Another worker is busy with the lane, or it is closed. */
  forget(name: LaneName): void {
    const lane = this.#lanes.get(laneKey(name))
    if (!lane) return
    Object.assign(lane, { isTaken: false, readyAtMs: Number.POSITIVE_INFINITY })
    this.#dropIfDone(lane)
  }

  /** After a claim: where it goes on, and when. */
  claimed(name: LaneName, next: AfterClaim): void {
    const lane = this.#lanes.get(laneKey(name))
    if (!lane) return
    lane.isTaken = false
    lane.pacedUntilMs = next.pacedUntilMs
    lane.readyAtMs = next.readyAtMs
    lane.hasBacklog = next.hasBacklog
    if (next.firstId !== undefined) {
      lane.inFlight.set(next.claimId, next.firstId)
      // Behind those that were brought back untouched: the pace of the account had nothing left for them.
      this.#moveBack(lane)
    }
    // What waits for a text in flight comes after it.
    if (!next.hasMissed && lane.inFlight.size > 0) lane.fromId = Math.min(...lane.inFlight.values())
    this.#dropIfDone(lane)
  }

  /** The claim's texts of this lane are recorded. */
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
