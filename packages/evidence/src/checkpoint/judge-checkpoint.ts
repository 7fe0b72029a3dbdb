import type { VerifierKey } from '../note/verifier-key.ts'
import { type VerifiedSignature, verifyNote } from '../note/verify-note.ts'
import { type InclusionClaim, verifyInclusion } from '../tree/inclusion.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Policy, PolicyWitness, Quorum } from './policy.ts'
import type { ProofFile } from './proof-file.ts'

export interface Cosignature {
  readonly witness: PolicyWitness
  /** Seconds since 1970, by the clock of the witness. Undefined where it stated no time. */
  readonly timeSeconds: number | undefined
}

export interface Judgement {
  /** Signed by the log, cosigned by the quorum, and without a failed signature of a trusted key. */
  readonly accepted: boolean
  /** Signatures by keys that the policy lists for this origin. */
  readonly logSignatures: readonly VerifiedSignature[]
  readonly cosignatures: readonly Cosignature[]
  readonly quorumReached: boolean
  /** Trusted keys whose signature does not verify. One is enough to reject the checkpoint. */
  readonly failed: readonly VerifierKey[]
}

/** Judges a checkpoint by somebody's policy. */
export function judgeCheckpoint({ head, note }: Checkpoint, policy: Policy): Judgement {
  const logKeys = policy.logs.map(({ key }) => key).filter(({ name }) => name === head.origin)
  const byLog = verifyNote(note, logKeys)
  const byWitnesses = verifyNote(
    note,
    policy.witnesses.map(({ key }) => key),
  )
  const cosignatures = byWitnesses.verified.flatMap(({ key, timeSeconds }) =>
    policy.witnesses.filter(witness => witness.key === key).map(witness => ({ witness, timeSeconds })),
  )
  const signed = new Set(cosignatures.map(({ witness }) => witness))
  const quorumReached = isReached(policy.quorum, signed)
  const failed = [...byLog.failed, ...byWitnesses.failed]
  return {
    accepted: byLog.verified.length > 0 && quorumReached && failed.length === 0,
    logSignatures: byLog.verified,
    cosignatures,
    quorumReached,
    failed,
  }
}

/** Whether those who signed are as many as the quorum asks for. */
export function isReached(quorum: Quorum, signed: ReadonlySet<PolicyWitness>): boolean {
  switch (quorum.kind) {
    case 'none':
      return true
    case 'witness':
      return signed.has(quorum.witness)
    case 'group':
      return quorum.members.filter(member => isReached(member, signed)).length >= quorum.threshold
  }
}

/** No fewer witnesses can reach the quorum. */
export function leastSigners(quorum: Quorum): number {
  switch (quorum.kind) {
    case 'none':
      return 0
    case 'witness':
      return 1
    case 'group':
      return quorum.members
        .map(leastSigners)
        .toSorted((one, other) => one - other)
        .slice(0, quorum.threshold)
        .reduce((sum, each) => sum + each, 0)
  }
}

export interface ProofJudgement extends Judgement {
  /** Whether the leaf is in the tree of the checkpoint, trusted or not. */
  readonly included: boolean
}

/** Judges a proof file for a leaf. It is accepted if its checkpoint is, and the leaf is in the tree. */
export function judgeProof(file: ProofFile, leafHash: Uint8Array, policy: Policy): ProofJudgement {
  const judgement = judgeCheckpoint(file.checkpoint, policy)
  const { size, root } = file.checkpoint.head
  const claim: InclusionClaim = { leafHash, index: file.index, size, root }
  const included = verifyInclusion(claim, file.proof)
  return { ...judgement, included, accepted: judgement.accepted && included }
}
