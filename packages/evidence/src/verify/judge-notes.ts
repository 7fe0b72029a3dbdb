import { equalBytes } from '../bytes/bytes.ts'
import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import { judgeCheckpoint } from '../checkpoint/judge-checkpoint.ts'
import type { Policy } from '../checkpoint/policy.ts'
import type { VerifierKey } from '../note/verifier-key.ts'
import { verifyNote } from '../note/verify-note.ts'
import type { ProvenLog } from './proven-log.ts'
import { Findings, type Verdict } from './verdict.ts'

/** A witness with a key of such a name states more than that the log only grew: it followed every chain. */
const isAuditor = (key: VerifierKey): boolean => key.name.endsWith('/audit')

export interface Witnessing {
  readonly witnesses: readonly { readonly name: string; readonly at: string | undefined }[]
  readonly auditors: readonly string[]
  readonly verdict: Verdict
}

/** The reason why the checkpoint is not one of this log, if there is one. */
export function signatureMistake(
  { head, note }: Checkpoint,
  origin: string,
  keys: readonly VerifierKey[],
): string | undefined {
  if (head.origin !== origin) return `The checkpoint is of the log ${head.origin}, not of ${origin}.`
  const { verified, failed } = verifyNote(
    note,
    keys.filter(({ name }) => name === origin),
  )
  if (failed.length > 0) return 'A signature of the log under the checkpoint is not valid.'
  return verified.length === 0
    ? 'The checkpoint is not signed by a key of the log that is trusted.'
    : undefined
}

/** Judges the witnesses of the checkpoint by the policy of the person who asks. */
export function judgeWitnesses(checkpoint: Checkpoint, policy: Policy | undefined): Witnessing {
  const findings = new Findings()
  if (!policy)
    return {
      witnesses: [],
      auditors: [],
      verdict: findings.verdict(
        'witnessed',
        'not shown',
        'You gave no policy, so no witness counts. With a policy that names witnesses you trust, this shows that the operator cannot have shown others a different log.',
      ),
    }
  const { cosignatures, quorumReached, failed } = judgeCheckpoint(checkpoint, policy)
  const witnesses = cosignatures.map(({ witness, timeSeconds }) => ({
    name: witness.name,
    at: timeSeconds === undefined ? undefined : new Date(timeSeconds * 1000).toISOString(),
  }))
  const auditors = cosignatures
    .filter(({ witness }) => isAuditor(witness.key))
    .map(({ witness }) => witness.name)
  const failedWitness = policy.witnesses.find(({ key }) => failed.includes(key))
  if (failedWitness) findings.add(`The signature of the witness ${failedWitness.name} is not valid.`)
  else if (!quorumReached)
    findings.add(
      'Fewer witnesses have signed the checkpoint than your policy demands. The operator may have shown others a different log.',
    )
  const names = witnesses.map(({ name }) => name).join(', ')
  return {
    witnesses,
    auditors,
    verdict:
      policy.quorum.kind === 'none'
        ? findings.verdict('witnessed', 'not shown', 'Your policy asks for no witness.')
        : findings.verdict(
            'witnessed',
            'proven',
            `As many witnesses as your policy demands have signed that the log only grew: ${names}.`,
          ),
  }
}

/** The reason why another checkpoint of the bundle is not an earlier state of the same log, if there is one. */
export function earlierMistake(
  path: string,
  earlier: Checkpoint,
  origin: string,
  keys: readonly VerifierKey[],
  log: ProvenLog,
): string | undefined {
  const mistake = signatureMistake(earlier, origin, keys)
  if (mistake !== undefined) return `${path}: ${mistake}`
  const root = log.rootAt(earlier.head.size)
  if (!root) return `${path} is of a larger log than the checkpoint that everything is proven to.`
  return equalBytes(root, earlier.head.root)
    ? undefined
    : `${path} is signed by the log, but is of another log than the entries: the operator has shown two different logs.`
}
