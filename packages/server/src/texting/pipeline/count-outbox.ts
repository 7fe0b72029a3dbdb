import type { Database } from '../../db/pool.ts'
import { outboxCounts } from './operator-queries.ts'

export interface OutboxState {
  /** Due, and not yet handed to a carrier. */
  readonly waiting: number
  /** To be tried again later. */
  readonly later: number
  readonly inFlight: number
  /** Attempts whose worker is gone. */
  readonly doubtful: number
  readonly oldestAt: Date | null
  readonly deadLetters: number
  /** Numbers with texts that may not send for a while, and those that are out of use. */
  readonly lanesPaused: number
  readonly lanesClosed: number
}

export async function countOutbox(database: Database): Promise<OutboxState> {
  const [counts] = await outboxCounts(database, [])
  if (!counts) throw new Error('counting answered nothing')
  return counts
}
