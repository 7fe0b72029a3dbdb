import type { Queryable } from '../platform/db/pool.ts'
import { columns } from '../platform/db/rows.ts'
import { type NewsRow, newsSince } from './read-queries.ts'

export interface Listening {
  readonly advisorId: number
  readonly since: Date
  /** For entries at exactly this time, only those after this id: the end of the previous page. */
  readonly afterId: number
}

/** New entries of these accounts, by account, oldest first, with a limit for each. */
export function readNews(db: Queryable, listening: readonly Listening[], limit: number): Promise<NewsRow[]> {
  const earliest = new Date(
    listening.reduce((least, { since }) => Math.min(least, since.getTime()), Date.now()),
  )
  return newsSince(db, [...columns(listening, 'advisorId', 'since', 'afterId'), limit, earliest])
}
