import type { Database } from '../platform/db/pool.ts'
import { RecentReads } from '../platform/memory/recent-reads.ts'
import { Problem } from '../platform/problem/problem.ts'
import { systemClock } from '../platform/time/clock.ts'
import { LogFollower } from './log-follower.ts'
import { advisorsOfApplication, logSize } from './queries.ts'
import { type Completeness, readCompleteness } from './read-completeness.ts'
import { type EventsRead, type EventsRequest, readEvents } from './read-events.ts'

interface Waiting {
  readonly waitMs: number
  readonly signal: AbortSignal
  /** Throws when the caller has lost its access. */
  readonly check: () => Promise<unknown>
}

interface FeedPage extends EventsRead {
  /** Every event dated before it has been read. Undefined while there is more to read. */
  readonly completeUntil: Date | undefined
}

/** Waiting costs a connection and a timer each, and nothing in the database. */
const waitersMax = 2_000
const waitersOfApplicationMax = 200
/** With the four seconds that the guard remembers, access ends within five. */
const checkMs = 500
const shared = { freshMs: 100, lastResortMs: 1_000, readMs: 5_000 }
const advisorsFor = { freshMs: 2_000, lastResortMs: 5_000, readMs: 5_000 }

/** Reads events for requests, and lets them wait for more. */
export class EventFeed {
  readonly #database: Database
  readonly #follower: LogFollower
  readonly #completeness = new RecentReads<Completeness>(1, shared, systemClock)
  readonly #advisors = new RecentReads<ReadonlySet<number>>(1_000, advisorsFor, systemClock)
  readonly #waiting = new Map<number, number>()

  constructor(database: Database, onFailure: (error: unknown) => void) {
    this.#database = database
    this.#follower = new LogFollower(database, onFailure)
  }

  /** The newest position of the log. */
  async newest(): Promise<number> {
    const [row] = await logSize(this.#database, [])
    return row?.size ?? 0
  }

  /** The next events. If there are none it waits for some, as long as the caller wants to. */
  async read(request: EventsRequest, waiting: Waiting): Promise<FeedPage> {
    const endsAt = performance.now() + waiting.waitMs
    let page = await this.#page(request)
    if (waiting.waitMs === 0 || page.events.length > 0 || page.position < page.newest) return page
    const leave = this.#enter(request.applicationId)
    try {
      while (page.events.length === 0 && page.position >= page.newest && !waiting.signal.aborted) {
        const leftMs = endsAt - performance.now()
        if (leftMs <= 0) break
        await this.#waitForNews({ ...request, position: page.position }, leftMs, waiting)
        page = await this.#page({ ...request, position: page.position })
      }
      return page
    } finally {
      leave()
    }
  }

  stop(): Promise<void> {
    return this.#follower.stop()
  }

  async #page(request: EventsRequest): Promise<FeedPage> {
    // Before the events are read: they then contain at least what this is about.
    const { size, until } = await this.#completeness.get('log', () => readCompleteness(this.#database))
    const read = await readEvents(this.#database, request)
    const isAtEnd = read.position >= read.newest && read.position >= size
    return { ...read, completeUntil: isAtEnd ? until : undefined }
  }

  /** Returns after the time, too, so that the caller sees how complete its reading is. */
  async #waitForNews(request: EventsRequest, leftMs: number, { signal, check }: Waiting): Promise<void> {
    const { applicationId, advisorIds, position } = request
    const endsAt = performance.now() + leftMs
    for (;;) {
      const advisors = advisorIds ? new Set(advisorIds) : await this.#advisorsOf(applicationId)
      const waitMs = Math.min(checkMs, endsAt - performance.now())
      if (waitMs <= 0 || signal.aborted) return
      const concerns = (advisorId: number): boolean => advisors.has(advisorId)
      const hasNews = await this.#follower.wait({ position, waitMs, signal, concerns })
      await check()
      if (hasNews) return
    }
  }

  #advisorsOf(applicationId: number): ReadonlySet<number> | Promise<ReadonlySet<number>> {
    return this.#advisors.get(String(applicationId), async () => {
      const rows = await advisorsOfApplication(this.#database, [applicationId])
      return new Set(rows.map(({ advisorId }) => advisorId))
    })
  }

  #enter(applicationId: number): () => void {
    const own = this.#waiting.get(applicationId) ?? 0
    const all = [...this.#waiting.values()].reduce((sum, count) => sum + count, 0)
    if (own >= waitersOfApplicationMax || all >= waitersMax) {
      throw new Problem('rate_limited', 'Too many requests are waiting for events already.', {
        headers: { 'retry-after': '5' },
      })
    }
    this.#waiting.set(applicationId, own + 1)
    return () => {
      const left = (this.#waiting.get(applicationId) ?? 1) - 1
      if (left === 0) this.#waiting.delete(applicationId)
      else this.#waiting.set(applicationId, left)
    }
  }
}
