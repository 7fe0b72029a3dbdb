import type { SmppConnection } from './connection.ts'
import type { Bound } from './keep-bound.ts'

/** A place in the window; must be returned with `release`. */
export interface Place {
  readonly connection: SmppConnection
  release(): void
}

/** Counts requests in flight on each bind, so that none exceeds the window. */
export class Places {
  readonly #speakers: readonly Bound[]
  readonly #window: number
  readonly #onRelease: () => void
  readonly #inUse = new Map<SmppConnection, number>()
  #total = 0
  #turn = 0

  constructor(speakers: readonly Bound[], window: number, onRelease: () => void) {
    this.#speakers = speakers
    this.#window = window
    this.#onRelease = onRelease
  }

  /** Places in use on all binds. */
  get total(): number {
    return this.#total
  }

  /** Round robin, so that the binds are used evenly. */
  find(): Place | undefined {
    for (let tried = 0; tried < this.#speakers.length; tried += 1) {
      this.#turn = (this.#turn + 1) % this.#speakers.length
      const connection = this.#speakers[this.#turn]?.connection
      if (connection && (this.#inUse.get(connection) ?? 0) < this.#window) return this.#take(connection)
    }
    return undefined
  }

  #take(connection: SmppConnection): Place {
    this.#total += 1
    this.#inUse.set(connection, (this.#inUse.get(connection) ?? 0) + 1)
    return { connection, release: () => this.#release(connection) }
  }

  #release(connection: SmppConnection): void {
    this.#total -= 1
    const left = (this.#inUse.get(connection) ?? 1) - 1
    if (left > 0) this.#inUse.set(connection, left)
    else this.#inUse.delete(connection)
    this.#onRelease()
  }
}
