import type { Queryable } from '../db/pool.ts'
import { type NewsRow, newsSince } from './read-queries.ts'

export interface Listening {
  readonly advisorId: number
  readonly since: Date
  /** Of this very moment, only later ones: where a page of news ended. */
  readonly afterId: number
}

/** What was written down on these accounts since, by account, the oldest first; so many of each at most. */
export const readNews = (db: Queryable, listening: readonly Listening[], limit: number): Promise<NewsRow[]> =>
  newsSince(db, [
    listening.map(({ advisorId }) => advisorId),
    listening.map(({ since }) => since),
    listening.map(({ afterId }) => afterId),
    limit,
  ])
