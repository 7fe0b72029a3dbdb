import type { Database } from '../platform/db/pool.ts'
import { firstRow } from '../platform/db/rows.ts'
import { logSize, ownersBetween } from './queries.ts'

interface Waiter {
  /** It has read the log up to here. */
  readonly position: number
  readonly concerns: (advisorId: number) => boolean
  /** Ends its wait. */
  readonly wake: (hasNews: boolean) => void
}

interface Wait extends Omit<Waiter, 'wake'> {
  readonly waitMs: number
  readonly signal: AbortSignal
}

/** Entries are in the log within 100 ms of their commit. */
const pollMs = 100
const failedPollMs = 1_000
/** After more, everybody reads: it costs less than finding out whom it concerns. */
const newsMax = 20_000

/** Tells waiting readers when there is news for them. One reader of the log for all that wait in this process. */
export class LogFollower {
  readonly #database: Database
  readonly #onFailure: (error: unknown) => void
  readonly #waiters = new Set<Waiter>()
  /** News up to here was told. */
  #position = 0
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined

  constructor(database: Database, onFailure: (error: unknown) => void) {
    this.#database = database
    this.#onFailure = onFailure
  }

  /** Resolves when there may be news: true. When the time is over or the signal is given: false. */
  wait({ waitMs, signal, position, concerns }: Wait): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false)
    if (this.#waiters.size === 0) this.#position = position
    // It came between two polls, and nobody will tell it again.
    else if (this.#position > position) return Promise.resolve(true)
    return new Promise(resolve => {
      const giveUp = (): void => waiter.wake(false)
      const waiter: Waiter = {
        position,
        concerns,
        wake: hasNews => {
          this.#waiters.delete(waiter)
          clearTimeout(timer)
          signal.removeEventListener('abort', giveUp)
          resolve(hasNews)
        },
      }
      const timer = setTimeout(giveUp, waitMs)
      signal.addEventListener('abort', giveUp)
      this.#waiters.add(waiter)
      this.#schedule(pollMs)
    })
  }

  /** Releases all who wait, and resolves when no poll is running. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    for (const waiter of this.#waiters) waiter.wake(false)
    await this.#polling
  }

  #schedule(delayMs: number): void {
    if (this.#timer || this.#polling || this.#waiters.size === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      let nextMs = pollMs
      this.#polling = this.#poll()
        .catch((error: unknown) => {
          nextMs = failedPollMs
          this.#onFailure(error)
        })
        .finally(() => {
          this.#polling = undefined
          this.#schedule(nextMs)
        })
    }, delayMs)
  }

  async #poll(): Promise<void> {
    const from = this.#position
    const { size } = firstRow(await logSize(this.#database, []), 'the size of the log')
    if (size === from) return
    // A log that is shorter was restored: everybody reads again.
    const isShort = size > from && size - from <= newsMax
    const owners = isShort ? await ownersBetween(this.#database, [from, size]) : undefined
    this.#position = size
    for (const waiter of this.#waiters) {
      if (owners?.some(({ ownerId }) => waiter.concerns(ownerId)) ?? true) waiter.wake(true)
    }
  }
}
