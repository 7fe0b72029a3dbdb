import {
  type Bracket,
  bracketOf,
  type Checkpoint,
  disorderMs,
  followersOf,
  leastSigners,
  type Policy,
  type PolicyWitness,
  parseCheckpoint,
} from '@parley/evidence'
import type { Database } from '../../platform/db/pool.ts'
import { checkpointsDown, checkpointsUp, type StampedCheckpoint, seqClosing, seqOpening } from './queries.ts'

/** Nearly all that come from the database count: it has left out those with too few cosignatures. */
const candidatesMax = 200

interface Log {
  readonly origin: string
  readonly policy: Policy
  /** The one that everything is proven to. */
  readonly checkpoint: Checkpoint
}

/** A number at which the bundle may begin or end, and what shows that. */
export interface ProvenEnd {
  readonly seq: number
  readonly checkpoints: readonly StampedCheckpoint[]
}

const namesOf = (witnesses: Iterable<PolicyWitness>): string[] => Array.from(witnesses, ({ key }) => key.name)

/** By whom a checkpoint must be cosigned to show that the log was no larger: names of keys, and how many of them at least. */
export const quorumOf = ({ policy, checkpoint }: Pick<Log, 'policy' | 'checkpoint'>) => ({
  names: namesOf(followersOf(checkpoint, policy)),
  least: leastSigners(policy.quorum),
})

/** Judges checkpoints as the verifier will, so that what is chosen here counts there. */
function finderFor({ policy, checkpoint }: Log) {
  const followers = followersOf(checkpoint, policy)
  const find = (
    rows: readonly StampedCheckpoint[],
    isWanted: (bracket: Bracket) => boolean,
  ): StampedCheckpoint | undefined =>
    rows.find(({ size, note }) => {
      if (size > checkpoint.head.size) return false
      return bracketOf(parseCheckpoint(Buffer.from(note)), policy, followers).some(isWanted)
    })
  return { find, followers: namesOf(followers), least: leastSigners(policy.quorum) }
}

interface Opening {
  readonly advisorId: number
  readonly from: Date
  /** Up to this number, entries are before the period by their times. */
  readonly seq: number
}

/**
 * The entry that a period begins after. Others believe that it is earlier only if witnesses saw it in the log by the beginning of the period. If they saw
 * none, the bundle begins with number 1, which needs no time.
 */
export async function findOpening(
  database: Database,
  log: Log,
  { advisorId, from, seq }: Opening,
): Promise<ProvenEnd> {
  const { origin, policy, checkpoint } = log
  if (policy.quorum.kind === 'none' || seq <= 1) return { seq, checkpoints: [] }
  const { find, least } = finderFor(log)
  // Clocks differ: that of the witness counts.
  const until = new Date(from.getTime() + disorderMs)
  const names = namesOf(policy.witnesses)
  const rows = await checkpointsDown(database, [
    origin,
    checkpoint.head.size,
    until,
    names,
    least,
    candidatesMax,
  ])
  const seen = find(rows, ({ latestMs }) => latestMs <= from.getTime())
  const [found] = seen ? await seqOpening(database, [advisorId, seq, seen.size]) : []
  return seen && found?.seq ? { seq: found.seq, checkpoints: [seen] } : { seq: 1, checkpoints: [] }
}

interface Closing {
  readonly advisorId: number
  /** Exclusive. */
  readonly to: Date
  /** From this number on, entries are after the period by their times. */
  readonly seq: number
  /** Of the export itself, which is later than any period. */
  readonly exportSeq: number
}

/**
 * The entry that closes a period. An entry after it by its time is enough for the operator. Others believe that it is later only if witnesses
 * saw the log end with it, or without it, after the period: in an installation where little happens, that may be a later one.
 */
export async function findClosing(
  database: Database,
  log: Log,
  { advisorId, to, seq, exportSeq }: Closing,
): Promise<ProvenEnd> {
  if (log.policy.quorum.kind === 'none' || seq >= exportSeq) return { seq, checkpoints: [] }
  const { find, followers, least } = finderFor(log)
  // Signed before the end of the period, a checkpoint may be cosigned after it.
  const since = new Date(to.getTime() - disorderMs)
  const rows = await checkpointsUp(database, [log.origin, 0, since, followers, least, candidatesMax])
  const seen = find(rows, ({ earliestMs }) => earliestMs >= to.getTime())
  if (!seen) return { seq: exportSeq, checkpoints: [] }
  // Never before that number: entries of the period may be sealed after one that is dated later.
  const [found] = await seqClosing(database, [advisorId, seq, seen.size - 1])
  return { seq: Math.min(found?.seq ?? exportSeq, exportSeq), checkpoints: [seen] }
}

/** The checkpoints that show when the first entry was there, and that nothing came after the last one. */
export async function findEndCheckpoints(
  database: Database,
  log: Log,
  { firstIndex, lastIndex }: { readonly firstIndex: number; readonly lastIndex: number },
): Promise<StampedCheckpoint[]> {
  const { origin, policy } = log
  if (policy.quorum.kind === 'none') return []
  const { find, followers, least } = finderFor(log)
  const witnesses = namesOf(policy.witnesses)
  const [up, down] = await Promise.all([
    checkpointsUp(database, [origin, firstIndex + 1, null, witnesses, least, candidatesMax]),
    checkpointsDown(database, [origin, lastIndex + 1, null, followers, least, candidatesMax]),
  ])
  return [
    find(up, ({ latestMs }) => Number.isFinite(latestMs)),
    find(down, ({ earliestMs }) => Number.isFinite(earliestMs)),
  ].filter(found => found !== undefined)
}
