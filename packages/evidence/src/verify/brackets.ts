import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import { type Cosignature, isReached, judgeCheckpoint } from '../checkpoint/judge-checkpoint.ts'
import type { Policy, PolicyWitness } from '../checkpoint/policy.ts'

/** A checkpoint with what others say about its time. */
export interface Bracket {
  readonly size: number
  /** Witnesses had seen no larger log at this time; -Infinity if none says so. */
  readonly earliestMs: number
  /** The log had at least this size by then. */
  readonly latestMs: number
}

/**
 * Who may say that the log was no larger: a witness that the operator has not shown the newer log cosigns an old checkpoint late, and in good faith. So
 * only those count that cosigned the latest checkpoint of the bundle too.
 */
export const followersOf = (latest: Checkpoint, policy: Policy): ReadonlySet<PolicyWitness> =>
  new Set(judgeCheckpoint(latest, policy).cosignatures.map(({ witness }) => witness))

/** The times at which witnesses saw a checkpoint. Only one that the policy accepts counts. */
export function bracketOf(
  checkpoint: Checkpoint,
  policy: Policy,
  followers: ReadonlySet<PolicyWitness>,
): Bracket[] {
  const { accepted, cosignatures } = judgeCheckpoint(checkpoint, policy)
  const times = cosignatures.flatMap(timeOf)
  if (!accepted || times.length === 0) return []
  const byFollowers = cosignatures.filter(({ witness }) => followers.has(witness))
  return [
    {
      size: checkpoint.head.size,
      earliestMs: latestByQuorum(byFollowers, policy),
      latestMs: Math.max(...times),
    },
  ]
}

const timeOf = ({ timeSeconds }: Cosignature): number[] =>
  timeSeconds === undefined ? [] : [timeSeconds * 1000]

/** The latest time that a quorum had reached. A policy without witnesses trusts nobody but the operator. */
function latestByQuorum(cosignatures: readonly Cosignature[], { quorum }: Policy): number {
  if (quorum.kind === 'none') return Number.NEGATIVE_INFINITY
  const signed = new Set<PolicyWitness>()
  const times = cosignatures.flatMap(each => timeOf(each).map(timeMs => ({ timeMs, witness: each.witness })))
  for (const { timeMs, witness } of times.toSorted((one, other) => other.timeMs - one.timeMs)) {
    signed.add(witness)
    if (isReached(quorum, signed)) return timeMs
  }
  return Number.NEGATIVE_INFINITY
}

/**
 * By size. What is not in a tree that was seen late is not in a smaller one either, and what is in a tree that was seen early is in every larger one:
 * so the times before rise, and those after fall.
 */
export function tightened(brackets: readonly Bracket[]): Bracket[] {
  const sorted = brackets.toSorted((one, other) => one.size - other.size)
  let earliestMs = Number.NEGATIVE_INFINITY
  const rising = sorted.map(bracket => {
    earliestMs = Math.max(earliestMs, bracket.earliestMs)
    return { ...bracket, earliestMs }
  })
  let latestMs = Number.POSITIVE_INFINITY
  return rising
    .toReversed()
    .map(bracket => {
      latestMs = Math.min(latestMs, bracket.latestMs)
      return { ...bracket, latestMs }
    })
    .toReversed()
}

/** When witnesses had last seen a log of at most this size. */
export const noLargerAtMs = (brackets: readonly Bracket[], size: number): number =>
  Math.max(
    Number.NEGATIVE_INFINITY,
    ...brackets.filter(each => each.size <= size).map(({ earliestMs }) => earliestMs),
  )

/** By when others had seen a log of at least this size. */
export const largeByMs = (brackets: readonly Bracket[], size: number): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...brackets.filter(each => each.size >= size).map(({ latestMs }) => latestMs),
  )
