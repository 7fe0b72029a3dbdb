import { judgeCheckpoint, type Policy, parseCheckpoint } from '@parley/evidence'
import type { Database } from '../../platform/db/pool.ts'
import {
  checkpointsDown,
  checkpointsSigned,
  checkpointsUp,
  type StampedCheckpoint,
  seqClosing,
} from './queries.ts'

/** The log is signed every second and cosigned every ten, or later if a witness is slow. */
const candidatesMax = 100

interface Log {
  readonly origin: string
  readonly policy: Policy
}

const witnessed = (rows: readonly StampedCheckpoint[], { policy }: Log): StampedCheckpoint | undefined =>
  rows.find(({ note }) => judgeCheckpoint(parseCheckpoint(Buffer.from(note)), policy).quorumReached)

interface Period {
  readonly advisorId: number
  /** Exclusive. */
  readonly to: Date
  /** From this number on, entries are after the period by their times. */
  readonly seq: number
  /** Of the export itself, which is later than any period. */
  readonly exportSeq: number
}

/**
 * The number of the entry that closes a period. An entry after it by its time is enough for the operator. Others believe that it is later only if witnesses
 * saw the log end with it, or without it, after the period: in an installation where little happens, that may be a later one.
 */
export async function findClosingSeq(
  database: Database,
  log: Log,
  { advisorId, to, seq, exportSeq }: Period,
): Promise<number> {
  if (log.policy.witnesses.length === 0 || seq >= exportSeq) return seq
  const seen = witnessed(await checkpointsSigned(database, [log.origin, to, candidatesMax]), log)
  if (!seen) return exportSeq
  // Never before that number: entries of the period may be sealed after one that is dated later.
  const [found] = await seqClosing(database, [advisorId, seq, seen.size - 1])
  return Math.min(found?.seq ?? exportSeq, exportSeq)
}

/** The checkpoints that show when the first entry was there, and that nothing came after the last one. */
export async function findEndCheckpoints(
  database: Database,
  log: Log,
  { firstIndex, lastIndex }: { readonly firstIndex: number; readonly lastIndex: number },
): Promise<StampedCheckpoint[]> {
  if (log.policy.witnesses.length === 0) return []
  const [up, down] = await Promise.all([
    checkpointsUp(database, [log.origin, firstIndex + 1, candidatesMax]),
    checkpointsDown(database, [log.origin, lastIndex + 1, candidatesMax]),
  ])
  return [witnessed(up, log), witnessed(down, log)].filter(found => found !== undefined)
}
