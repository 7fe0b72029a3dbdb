import { sha256 } from '#sha256'
import { concatBytes } from '../bytes/bytes.ts'

export const saltBytes = 16

/** Commits to a head or to facts. Without the salt nobody can guess the text. */
export function commitText(salt: Uint8Array, text: Uint8Array): Uint8Array {
  if (salt.length !== saltBytes) throw new RangeError(`A salt has ${saltBytes} bytes`)
  return sha256(concatBytes([salt, text]))
}

/** Commits to an entry. Facts that are withheld are represented by their own commitment. */
export const commitEntry = (headCommitment: Uint8Array, factsCommitment: Uint8Array): Uint8Array =>
  sha256(concatBytes([headCommitment, factsCommitment]))
