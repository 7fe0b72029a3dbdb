import type { Database } from '../../platform/db/pool.ts'
import { type DeadLetterRow, openDeadLetters } from './queries.ts'

export type DeadLetter = DeadLetterRow

interface Wanted {
  /** Undefined for all advisors. */
  readonly advisorId: number | undefined
  readonly limit: number
}

/** Texts that need an operator: given up, too late, or of unknown outcome. Oldest first. */
export function listDeadLetters(database: Database, { advisorId, limit }: Wanted): Promise<DeadLetter[]> {
  return openDeadLetters(database, [advisorId, limit])
}
