import type { Database } from '../platform/db/pool.ts'
import { RecentReads } from '../platform/memory/recent-reads.ts'
import { systemClock } from '../platform/time/clock.ts'
import type { CursorPlace } from './event-cursors.ts'
import { type CutRow, cuts } from './queries.ts'

/** A restore takes longer, and no process uses the database meanwhile. */
const ages = { freshMs: 1_000, lastResortMs: 5_000, readMs: 5_000 }

/** Where the log was cut by restores. Positions behind a cut named other entries before. */
export class LogCuts {
  readonly #database: Database
  readonly #recent = new RecentReads<readonly CutRow[]>(1, ages, systemClock)

  constructor(database: Database) {
    this.#database = database
  }

  /** How often the database was restored: part of every new cursor. */
  async restores(): Promise<number> {
    return (await this.#all()).at(-1)?.number ?? 0
  }

  /** The first cut that the cursor is behind, or undefined if its place still means the same. */
  async cutBefore({ position, restores }: CursorPlace): Promise<CutRow | undefined> {
    const later = (await this.#all()).filter(({ number, size }) => number > restores && size < position)
    return later.toSorted((one, other) => one.size - other.size)[0]
  }

  #all(): readonly CutRow[] | Promise<readonly CutRow[]> {
    return this.#recent.get('cuts', () => cuts(this.#database, []))
  }
}
