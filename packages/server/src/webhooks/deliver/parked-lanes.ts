export interface Parked {
  readonly position: number
  readonly advisorId: number
  readonly lane: string
  attempts: number
  nextAt: number
}

/** A conversation, or a subject that belongs to none. */
export const laneOf = ({ advisorId, lane }: { readonly advisorId: number; readonly lane: string }): string =>
  `${advisorId} ${lane}`

/** What failed, by conversation and in its order. Only the first of each conversation is tried. */
export class ParkedLanes {
  readonly #lanes = new Map<string, Parked[]>()
  /** Nothing is due before. */
  #dueAt = 0
  size = 0

  has(lane: string): boolean {
    return this.#lanes.has(lane)
  }

  head(lane: string): Parked | undefined {
    return this.#lanes.get(lane)?.[0]
  }

  add(parked: Parked): void {
    const lane = this.#lanes.get(laneOf(parked))
    if (lane) lane.push(parked)
    else this.#lanes.set(laneOf(parked), [parked])
    this.size += 1
    this.lookAgain()
  }

  removeHead(lane: string): Parked | undefined {
    const rows = this.#lanes.get(lane)
    const head = rows?.shift()
    if (rows?.length === 0) this.#lanes.delete(lane)
    if (head) this.size -= 1
    this.lookAgain()
    return head
  }

  /** A due one whose conversation is not busy. */
  due(now: number, isBusy: (lane: string) => boolean): Parked | undefined {
    if (now < this.#dueAt) return undefined
    let dueAt = Number.POSITIVE_INFINITY
    for (const [lane, [head]] of this.#lanes) {
      if (!head || isBusy(lane)) continue
      if (head.nextAt <= now) return head
      dueAt = Math.min(dueAt, head.nextAt)
    }
    this.#dueAt = dueAt
    return undefined
  }

  /** Of all that wait. */
  oldest(): Parked | undefined {
    let oldest: Parked | undefined
    for (const [head] of this.#lanes.values()) {
      if (head && (!oldest || head.position < oldest.position)) oldest = head
    }
    return oldest
  }

  /** The endpoint is back: everything may try again. */
  hurry(now: number): void {
    for (const [head] of this.#lanes.values()) if (head) head.nextAt = Math.min(head.nextAt, now)
    this.lookAgain()
  }

  /** A conversation is free again, or a time has changed. */
  lookAgain(): void {
    this.#dueAt = 0
  }
}
