import {
  type Checkpoint,
  judgeCheckpoint,
  type Note,
  type NoteSignature,
  type Policy,
  type PolicyWitness,
} from '@parley/evidence'
import { type AskedCheckpoint, askWitness, type WitnessResponse } from './ask-witness.ts'

/** What became of the request to one witness. */
type WitnessOutcome =
  | { readonly kind: 'cosigned'; readonly timeSeconds: number }
  /** The status says why: 403 and 404 are a matter of configuration, 409 and 422 contradict our log. */
  | { readonly kind: 'refused'; readonly status: number; readonly size?: number; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: 'timeout' | 'connection' }
  /** The response is too long, malformed, or its cosignature does not verify. */
  | { readonly kind: 'invalid'; readonly reason: string }
  /** The policy has no URL for it. */
  | { readonly kind: 'unasked' }

interface WitnessesAsked {
  /** The checkpoint with all its signatures and the cosignatures that verify. */
  readonly note: Note
  readonly quorumReached: boolean
  readonly outcomes: ReadonlyMap<PolicyWitness, WitnessOutcome>
}

interface AskWitnesses extends AskedCheckpoint {
  readonly policy: Policy
  readonly checkpoint: Checkpoint
  /** Size that each witness cosigned last, by its name in the policy. Those that are not known are asked for it. */
  readonly sizes?: ReadonlyMap<string, number>
}

/** Asks all witnesses of a policy at once to cosign a checkpoint. Each has its own time limit, so none holds up the others. */
export async function askWitnesses({ policy, sizes, ...asked }: AskWitnesses): Promise<WitnessesAsked> {
  const outcomes = new Map<PolicyWitness, WitnessOutcome>(
    policy.witnesses.map(witness => [witness, { kind: 'unasked' }]),
  )
  const cosignatures: NoteSignature[] = []
  await Promise.all(
    [...byUrl(policy.witnesses)].map(async ([url, witnesses]) => {
      const known = witnesses.map(({ name }) => sizes?.get(name)).find(size => size !== undefined)
      const response = await askWitness({ ...asked, url, oldSize: known ?? 0 })
      for (const witness of witnesses) {
        const { outcome, signature } = outcomeFor(witness, response)
        outcomes.set(witness, outcome)
        if (signature) cosignatures.push(signature)
      }
    }),
  )
  const { head, note } = asked.checkpoint
  const isNew = ({ name, keyId }: NoteSignature): boolean =>
    !cosignatures.some(other => other.name === name && other.keyId === keyId)
  // A cosignature that the checkpoint already had is replaced: its time is older.
  const cosigned = { text: note.text, signatures: [...note.signatures.filter(isNew), ...cosignatures] }
  const { quorumReached } = judgeCheckpoint({ head, note: cosigned }, policy)
  return { note: cosigned, quorumReached, outcomes }
}

/** A witness that signs with several keys has several lines in the policy, and returns all cosignatures at once. */
function byUrl(witnesses: readonly PolicyWitness[]): Map<string, PolicyWitness[]> {
  const groups = new Map<string, PolicyWitness[]>()
  for (const witness of witnesses) {
    if (witness.url === undefined) continue
    groups.set(witness.url, [...(groups.get(witness.url) ?? []), witness])
  }
  return groups
}

function outcomeFor(
  { key }: PolicyWitness,
  response: WitnessResponse,
): { readonly outcome: WitnessOutcome; readonly signature?: NoteSignature } {
  if (response.kind !== 'signed') return { outcome: response }
  const signature = response.signatures.find(({ name, keyId }) => name === key.name && keyId === key.id)
  if (!signature) return { outcome: { kind: 'invalid', reason: 'There is no cosignature of its key.' } }
  const timeSeconds = response.timeOf(signature, key)
  return timeSeconds === undefined
    ? { outcome: { kind: 'invalid', reason: 'The cosignature does not verify.' } }
    : { outcome: { kind: 'cosigned', timeSeconds }, signature }
}
