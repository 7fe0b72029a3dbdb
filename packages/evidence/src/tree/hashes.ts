import { sha256 } from '#sha256'
import { decodeBase64 } from '../bytes/base64.ts'
import { FormatError } from '../format-error.ts'

export const hashBytes = 32

/** Longest entry of a log: its length is a uint16 in an entry bundle. */
export const entryBytesMax = 65_535

/** The root of a tree without leaves. */
export const emptyRoot: Uint8Array = sha256(new Uint8Array())

// Reused by every call: hashing is synchronous, and an allocation would cost a tenth of the hash.
const leafInput = new Uint8Array(1 + entryBytesMax)
const nodeInput = new Uint8Array(1 + 2 * hashBytes)
nodeInput[0] = 1

/** Hash of a log entry (RFC 6962, section 2.1). */
export function leafHash(entry: Uint8Array): Uint8Array {
  if (entry.length > entryBytesMax) throw new RangeError(`An entry has at most ${entryBytesMax} bytes`)
  leafInput.set(entry, 1)
  return sha256(leafInput.subarray(0, 1 + entry.length))
}

/** Hash of an inner node (RFC 6962, section 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  // A shorter hash would leave bytes of the previous call in the input.
  if (left.length !== hashBytes || right.length !== hashBytes) throw new RangeError('A hash has 32 bytes')
  nodeInput.set(left, 1)
  nodeInput.set(right, 1 + hashBytes)
  return sha256(nodeInput)
}

export function parseHash(text: string, what: string): Uint8Array {
  const hash = text.length === 44 ? decodeBase64(text, what) : undefined
  if (hash?.length !== hashBytes) throw new FormatError(`${what} is not a SHA-256 hash in base64.`)
  return hash
}
