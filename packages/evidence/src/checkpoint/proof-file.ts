import { decodeBase64, encodeBase64 } from '../bytes/base64.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { parseDecimal } from '../bytes/decimal.ts'
import { splitHeader } from '../bytes/split-header.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { FormatError } from '../format-error.ts'
import { noteBytesMax, printNote } from '../note/note.ts'
import { parseHash } from '../tree/hashes.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'

const firstLine = 'c2sp.org/tlog-proof@v1'
const proofHashesMax = 63
const extraBytesMax = 65_536
const headerBytesMax = 200 + Math.ceil(extraBytesMax / 3) * 4 + proofHashesMax * 45

/** A file that proves one leaf offline (c2sp.org/tlog-proof). */
export interface ProofFile {
  /** Data of the application, which nothing authenticates. */
  readonly extra: Uint8Array | undefined
  readonly index: number
  readonly proof: readonly Uint8Array[]
  readonly checkpoint: Checkpoint
}

export function parseProofFile(bytes: Uint8Array): ProofFile {
  if (bytes.length > headerBytesMax + noteBytesMax) throw new FormatError('The proof file is too long.')
  const { lines, rest } = splitHeader(bytes, 'The proof file', headerBytesMax)
  if (lines[0] !== firstLine) throw new FormatError(`A proof file starts with ${firstLine}.`)
  const extra = lines[1]?.startsWith('extra ')
    ? decodeBase64(lines[1].slice('extra '.length), 'The extra line of the proof file')
    : undefined
  if (extra && extra.length > extraBytesMax)
    throw new FormatError(`The extra line of the proof file has more than ${extraBytesMax} bytes.`)
  const [index = '', ...hashes] = lines.slice(extra ? 2 : 1)
  if (!index.startsWith('index ')) throw new FormatError('The proof file has no index line.')
  if (hashes.length > proofHashesMax)
    throw new FormatError(`The proof file has more than ${proofHashesMax} hashes.`)
  return {
    extra,
    index: parseDecimal(index.slice('index '.length), 'The index of the proof file'),
    proof: hashes.map(hash => parseHash(hash, 'A line of the proof')),
    checkpoint: parseCheckpoint(rest),
  }
}

export function printProofFile({ extra, index, proof, checkpoint }: ProofFile): Uint8Array {
  const lines = [
    firstLine,
    ...(extra ? [`extra ${encodeBase64(extra)}`] : []),
    `index ${index}`,
    ...proof.map(encodeBase64),
  ]
  return concatBytes([encodeUtf8(`${lines.join('\n')}\n\n`), printNote(checkpoint.note)])
}
