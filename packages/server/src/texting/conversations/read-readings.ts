import type { Queryable } from '../../platform/db/pool.ts'
import { type ReadingRow, readingsSince } from './note-queries.ts'

interface Listening {
  readonly advisorId: number
  readonly since: Date
}

/** Conversations read on these accounts since the given times, for live updates. */
export const readReadings = (db: Queryable, listening: readonly Listening[]): Promise<ReadingRow[]> =>
  readingsSince(db, [listening.map(({ advisorId }) => advisorId), listening.map(({ since }) => since)])
