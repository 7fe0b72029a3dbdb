import { readUint64 } from '../bytes/uint64.ts'
import { FormatError } from '../format-error.ts'
import type { Note, NoteSignature } from './note.ts'
import { signatureTypes } from './signature-types.ts'
import { signedMessage } from './signed-message.ts'
import type { VerifierKey } from './verifier-key.ts'

export interface VerifiedSignature {
  readonly key: VerifierKey
  /** Seconds since 1970, by the clock of the signer. Undefined for types without a time and where the signer stated none. */
  readonly timeSeconds: number | undefined
}

export interface NoteVerdict {
  readonly verified: readonly VerifiedSignature[]
  /** Known keys with a signature that does not verify. The specification advises to reject such a note. */
  readonly failed: readonly VerifierKey[]
}

const timeBytes = 8

/** Checks every signature of a known key, and ignores all others. */
export function verifyNote({ text, signatures }: Note, keys: readonly VerifierKey[]): NoteVerdict {
  const verified: VerifiedSignature[] = []
  const failed: VerifierKey[] = []
  for (const signature of signatures) {
    for (const key of keys.filter(({ name, id }) => name === signature.name && id === signature.keyId)) {
      const result = verifySignature(text, signature, key)
      if (result) verified.push(result)
      else failed.push(key)
    }
  }
  return { verified, failed }
}

function verifySignature(
  text: string,
  { bytes }: NoteSignature,
  key: VerifierKey,
): VerifiedSignature | undefined {
  const { timed, signatureBytes, verify } = signatureTypes[key.type]
  const start = timed ? timeBytes : 0
  if (bytes.length !== start + signatureBytes) return undefined
  // Times that a number cannot hold are 285 million years ahead.
  const time = timed ? readUint64(bytes, 0) : 0
  if (time === undefined) return undefined
  const message = messageOf(key, time, text)
  if (message === undefined || !verify(key.publicKey, message, bytes.subarray(start))) return undefined
  return { key, timeSeconds: time === 0 ? undefined : time }
}

/** A text that such a key cannot sign has no valid signature of it. */
function messageOf(key: VerifierKey, time: number, text: string): Uint8Array | undefined {
  try {
    return signedMessage(key, time, text)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
