import { equalBytes } from '../bytes/bytes.ts'
import { readUint64, writeUint64 } from '../bytes/uint64.ts'
import { FormatError } from '../format-error.ts'
import { hashBytes } from '../tree/hashes.ts'

export const leafBytes = 89
const tagBytes = 16
const offsets = { type: 0, tag: 1, seq: 17, previous: 25, commitment: 57 }

/** Byte of each type of leaf. A head repeats how far its chain has come; all others are links of their chain. */
const identifiers = { entry: 1, head: 2, anchor: 3, continuation: 4 }
export type LeafType = keyof typeof identifiers
const types = Object.keys(identifiers) as LeafType[]

/** One entry of the log: everything in the clear is random or a hash. */
export interface Leaf {
  readonly type: LeafType
  /** Random, one for each chain. */
  readonly tag: Uint8Array
  /** 1, 2, 3, … without gaps in its chain. */
  readonly seq: number
  /** Leaf hash of the previous leaf of the chain; zeros for the first. */
  readonly previous: Uint8Array
  readonly commitment: Uint8Array
}

export const noPrevious: Uint8Array = new Uint8Array(hashBytes)

export function encodeLeaf({ type, tag, seq, previous, commitment }: Leaf): Uint8Array {
  if (tag.length !== tagBytes || previous.length !== hashBytes || commitment.length !== hashBytes)
    throw new RangeError('A leaf has a tag of 16 bytes and two hashes')
  const mistake = findMistake(seq, previous)
  if (mistake) throw new RangeError(mistake)
  const bytes = new Uint8Array(leafBytes)
  bytes[offsets.type] = identifiers[type]
  bytes.set(tag, offsets.tag)
  writeUint64(bytes, offsets.seq, seq)
  bytes.set(previous, offsets.previous)
  bytes.set(commitment, offsets.commitment)
  return bytes
}

/** The fields are views of the bytes. */
export function decodeLeaf(bytes: Uint8Array): Leaf {
  if (bytes.length !== leafBytes) throw new FormatError(`A leaf has ${leafBytes} bytes.`)
  const type = types.find(name => identifiers[name] === bytes[offsets.type])
  if (!type) throw new FormatError('The leaf has an unknown type.')
  const seq = readUint64(bytes, offsets.seq)
  const previous = bytes.subarray(offsets.previous, offsets.commitment)
  const mistake = findMistake(seq, previous)
  if (seq === undefined || mistake) throw new FormatError(`The leaf is not valid. ${mistake}.`)
  return {
    type,
    tag: bytes.subarray(offsets.tag, offsets.seq),
    seq,
    previous,
    commitment: bytes.subarray(offsets.commitment),
  }
}

function findMistake(seq: number | undefined, previous: Uint8Array): string | undefined {
  if (seq === undefined || !Number.isSafeInteger(seq) || seq < 1)
    return 'A sequence number is from 1 to 2^53 - 1'
  // A number above 1 without a previous leaf would be a chain whose beginning was cut off.
  if (seq > 1 && equalBytes(previous, noPrevious))
    return 'Only the first leaf of a chain has no previous leaf'
  return undefined
}
