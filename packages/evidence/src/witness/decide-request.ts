import { equalBytes } from '../bytes/bytes.ts'
import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import { FormatError } from '../format-error.ts'
import type { VerifierKey } from '../note/verifier-key.ts'
import { verifyNote } from '../note/verify-note.ts'
import { verifyConsistency } from '../tree/consistency.ts'
import { emptyRoot } from '../tree/hashes.ts'
import { type AddCheckpointRequest, parseAddCheckpointRequest } from './add-checkpoint-request.ts'

/** A log that a witness knows. */
export interface WitnessedLog {
  readonly keys: readonly VerifierKey[]
  /** The checkpoint that the witness cosigned last, if any. */
  readonly latest: { readonly size: number; readonly root: Uint8Array } | undefined
}

/** What a witness responds. */
export type WitnessOutcome =
  /** Store the checkpoint as the latest one, then cosign it. */
  | { readonly status: 200; readonly checkpoint: Checkpoint }
  | { readonly status: 400 | 403 | 404; readonly reason: string }
  /** The client must prove from this size. */
  | { readonly status: 409; readonly size: number }
  /** The checkpoint is signed by the log, so a wrong root or proof may be evidence against it: keep the request. */
  | { readonly status: 422; readonly reason: string; readonly checkpoint: Checkpoint }

/** Decides on a request as it arrived. */
export function decideRequest(
  body: Uint8Array,
  findLog: (origin: string) => WitnessedLog | undefined,
): WitnessOutcome {
  const request = parse(body)
  if (typeof request === 'string') return { status: 400, reason: request }
  return judgeRequest(request, findLog(request.checkpoint.head.origin))
}

/**
 * Decides in the order of c2sp.org/tlog-witness. The caller must hold a lock from before it reads the latest checkpoint until
 * the new one is stored, otherwise a slower request could roll the log back.
 */
export function judgeRequest(request: AddCheckpointRequest, log: WitnessedLog | undefined): WitnessOutcome {
  const { checkpoint, oldSize } = request
  if (!log) return { status: 404, reason: 'This witness does not know the log.' }
  const { verified, failed } = verifyNote(checkpoint.note, log.keys)
  if (failed.length > 0) return { status: 403, reason: 'A signature of the log does not verify.' }
  if (verified.length === 0) return { status: 403, reason: 'The checkpoint is not signed by a known key.' }
  if (oldSize > checkpoint.head.size)
    return { status: 400, reason: 'The old size is larger than the size of the checkpoint.' }
  const latest = log.latest ?? { size: 0, root: emptyRoot }
  if (oldSize !== latest.size) return { status: 409, size: latest.size }
  const reason = findInconsistency(request, latest.root)
  return reason ? { status: 422, reason, checkpoint } : { status: 200, checkpoint }
}

function parse(body: Uint8Array): AddCheckpointRequest | string {
  try {
    return parseAddCheckpointRequest(body)
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
}

function findInconsistency(
  { oldSize, proof, checkpoint: { head } }: AddCheckpointRequest,
  oldRoot: Uint8Array,
): string | undefined {
  if (oldSize === head.size && !equalBytes(oldRoot, head.root))
    return 'The root is not the known root of a tree of this size.'
  return verifyConsistency({ oldSize, oldRoot, size: head.size, root: head.root }, proof)
    ? undefined
    : 'The consistency proof does not verify.'
}
