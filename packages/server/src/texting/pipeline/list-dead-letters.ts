import type { Database } from '../../db/pool.ts'
import { type DeadLetterRow, openDeadLetters } from './operator-queries.ts'

export type DeadLetter = DeadLetterRow

interface Wanted {
  /** Undefined: of all advisors. */
  readonly advisorId: number | undefined
  readonly limit: number
}

/** Texts that need a person: given up, too late, or of unknown outcome. Oldest first. */
export function listDeadLetters(database: Database, { advisorId, limit }: Wanted): Promise<DeadLetter[]> {
  return openDeadLetters(database, [advisorId, limit])
}
