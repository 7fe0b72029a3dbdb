import type { VerifierKey } from '../note/verifier-key.ts'

export interface PolicyLog {
  readonly key: VerifierKey
  readonly url: string | undefined
}

export interface PolicyWitness {
  /** The name inside the policy. The key has a name of its own. */
  readonly name: string
  readonly key: VerifierKey
  readonly url: string | undefined
}

/** Who must have cosigned: one witness, or a number of the members of a group. */
export type Quorum =
  | { readonly kind: 'none' }
  | { readonly kind: 'witness'; readonly witness: PolicyWitness }
  | {
      readonly kind: 'group'
      readonly name: string
      readonly threshold: number
      readonly members: readonly Quorum[]
    }

/** Which logs and witnesses somebody trusts (c2sp.org/tlog-policy). */
export interface Policy {
  readonly logs: readonly PolicyLog[]
  readonly witnesses: readonly PolicyWitness[]
  readonly quorum: Quorum
}
