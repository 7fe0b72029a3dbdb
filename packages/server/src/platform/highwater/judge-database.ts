import type { Distrust } from '../db/errors.ts'

/** What a new connection finds. */
export interface Found {
  readonly counter: number
  /** Where the counter was raised last, and whether commits waited for a standby there. */
  readonly raisedOn: string | null
  readonly wasSynchronous: boolean
  /** Where it is now. Null on a standby. */
  readonly place: string | null
  readonly isRecovering: boolean
}

/** Rounds by which a file may be behind a database that goes on: the process that writes it may have stopped a moment before. */
const slack = 60

/**
 * Whether a database has everything that was promised, or why that is not certain. A database that was restored or promoted is on
 * another timeline than its last mark. Then only a mark outside of it can tell that nothing is missing, and only if every commit
 * waited for a standby: otherwise work of the last second may be missing after the mark.
 */
export function judgeDatabase(found: Found | undefined, seen: number | undefined): 'trusted' | Distrust {
  // A database without a mark is not migrated yet, or comes from a time before.
  if (!found) return seen === undefined ? 'trusted' : 'older'
  if (found.isRecovering) return 'recovering'
  if (seen !== undefined && found.counter < seen) return 'older'
  if (found.place === null) return 'standby'
  if (found.raisedOn === null || found.raisedOn === found.place) return 'trusted'
  const isCertain = found.wasSynchronous && seen !== undefined && found.counter - seen <= slack
  return isCertain ? 'trusted' : 'unsure'
}
