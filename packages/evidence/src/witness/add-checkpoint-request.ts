import { encodeBase64 } from '../bytes/base64.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { parseDecimal } from '../bytes/decimal.ts'
import { splitHeader } from '../bytes/split-header.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { type Checkpoint, parseCheckpoint } from '../checkpoint/checkpoint.ts'
import { FormatError } from '../format-error.ts'
import { printNote } from '../note/note.ts'
import { parseHash } from '../tree/hashes.ts'

/** Room for 16 signatures of the largest kind, which the specification demands, and as much again. */
export const requestBytesMax = 262_144
const proofLinesMax = 63
/** `old`, a size, and the proof: one more line, of 45 bytes, does not fit. */
const headerBytesMax = 24 + proofLinesMax * 45

/** Asks a witness to cosign a checkpoint (c2sp.org/tlog-witness). */
export interface AddCheckpointRequest {
  /** Size of the checkpoint that the witness cosigned last; zero if it has none. */
  readonly oldSize: number
  /** From the old size to the size of the checkpoint. */
  readonly proof: readonly Uint8Array[]
  readonly checkpoint: Checkpoint
}

export function parseAddCheckpointRequest(body: Uint8Array): AddCheckpointRequest {
  if (body.length > requestBytesMax)
    throw new FormatError(`The request is longer than ${requestBytesMax} bytes.`)
  const { lines, rest } = splitHeader(body, 'The request', headerBytesMax)
  const [old = '', ...hashes] = lines
  if (!old.startsWith('old ')) throw new FormatError('The request does not start with the old size.')
  return {
    oldSize: parseDecimal(old.slice('old '.length), 'The old size'),
    proof: hashes.map(hash => parseHash(hash, 'A line of the proof')),
    checkpoint: parseCheckpoint(rest),
  }
}

export function printAddCheckpointRequest({ oldSize, proof, checkpoint }: AddCheckpointRequest): Uint8Array {
  const lines = [`old ${oldSize}`, ...proof.map(encodeBase64)]
  return concatBytes([encodeUtf8(`${lines.join('\n')}\n\n`), printNote(checkpoint.note)])
}
