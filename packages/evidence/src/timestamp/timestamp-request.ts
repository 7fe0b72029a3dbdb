import { FormatError } from '../format-error.ts'
import { printDer, tags } from './der.ts'

export const timestampQueryType = 'application/timestamp-query'
export const timestampReplyType = 'application/timestamp-reply'

const sha256Id = Uint8Array.of(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01)
const hashBytes = 32
const nonceBytesMax = 20

export interface TimestampRequest {
  /** SHA-256 of what is to be stamped. */
  readonly hash: Uint8Array
  /** Random bytes, which the response must repeat, so that nobody can replay an old one. */
  readonly nonce: Uint8Array
}

/** A TimeStampReq of RFC 3161 that asks for the certificate of the authority too. */
export function printTimestampRequest({ hash, nonce }: TimestampRequest): Uint8Array {
  if (hash.length !== hashBytes) throw new RangeError('A SHA-256 hash has 32 bytes')
  if (nonce.length === 0 || nonce.length > nonceBytesMax) throw new RangeError('A nonce has 1 to 20 bytes')
  const algorithm = printDer(tags.sequence, printDer(tags.oid, sha256Id), printDer(tags.null))
  return printDer(
    tags.sequence,
    printDer(tags.integer, Uint8Array.of(1)),
    printDer(tags.sequence, algorithm, printDer(tags.octetString, hash)),
    printDer(tags.integer, positive(nonce)),
    printDer(tags.boolean, Uint8Array.of(0xff)),
  )
}

/** DER writes numbers without needless zeros, and with one if the first bit would make it negative. */
function positive(bytes: Uint8Array): Uint8Array {
  const trimmed = trimZeros(bytes)
  return (trimmed[0] ?? 0) >= 0x80 ? Uint8Array.of(0, ...trimmed) : trimmed
}

/** At least one byte stays. */
export function trimZeros(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) throw new FormatError('A number has no bytes.')
  const first = bytes.findIndex(byte => byte !== 0)
  return bytes.subarray(first < 0 ? bytes.length - 1 : first)
}
