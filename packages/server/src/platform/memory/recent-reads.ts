import type { Clock } from '../time/clock.ts'
import { within } from '../time/within.ts'
import { LeastRecentlyUsed } from './least-recently-used.ts'

interface Entry<Value> {
  last: { readonly value: Value; readonly readAtMs: number } | undefined
  reading: Promise<Value> | undefined
}

interface Ages {
  /** A value this old is read again before it is used. */
  readonly freshMs: number
  /** If that fails, the old value is used until it is this old. */
  readonly lastResortMs: number
  /** Timeout of a read. */
  readonly readMs: number
}

/** A cache with a maximum age, in which concurrent callers share one read. */
export class RecentReads<Value> {
  readonly #ages: Ages
  readonly #clock: Clock
  readonly #entries: LeastRecentlyUsed<Entry<Value>>

  constructor(entriesMax: number, ages: Ages, clock: Clock) {
    this.#ages = ages
    this.#clock = clock
    this.#entries = new LeastRecentlyUsed(entriesMax)
  }

  /** Whether the key was ever read. */
  knows(key: string): boolean {
    return this.#entries.get(key)?.last !== undefined
  }

  /** The value if it is fresh, without waiting for a turn of the event loop. */
  get(key: string, read: () => Promise<Value>): Value | Promise<Value> {
    let entry = this.#entries.get(key)
    if (!entry) {
      entry = { last: undefined, reading: undefined }
      this.#entries.set(key, entry)
    }
    if (entry.last && this.#clock.monotonicMs() - entry.last.readAtMs < this.#ages.freshMs) {
      return entry.last.value
    }
    return this.#renewed(entry, read)
  }

  async #renewed(entry: Entry<Value>, read: () => Promise<Value>): Promise<Value> {
    try {
      entry.reading ??= this.#read(entry, read)
      return await entry.reading
    } catch (error) {
      const { last } = entry
      if (last && this.#clock.monotonicMs() - last.readAtMs < this.#ages.lastResortMs) return last.value
      throw error
    }
  }

  async #read(entry: Entry<Value>, read: () => Promise<Value>): Promise<Value> {
    // The age counts from before the read: changes during the read are not in it.
    const readAtMs = this.#clock.monotonicMs()
    try {
      const value = await within(this.#ages.readMs, read())
      entry.last = { value, readAtMs }
      return value
    } finally {
      entry.reading = undefined
    }
  }
}
