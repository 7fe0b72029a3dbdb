import type { Queryable } from '../../db/pool.ts'
import { type ReadingRow, readingsSince } from './note-queries.ts'

interface Listening {
  readonly advisorId: number
  readonly since: Date
}

/** Which conversations were read on these accounts since, for live updates. */
export const readReadings = (db: Queryable, listening: readonly Listening[]): Promise<ReadingRow[]> =>
  readingsSince(db, [listening.map(({ advisorId }) => advisorId), listening.map(({ since }) => since)])
