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

/** The last time that a Date can hold, in the year 275760. */
const timeMax = 8_640_000_000_000

/** The checkpoints of a bundle are judged for several reasons. Most of the time goes into signatures, so each is checked once. */
const checked = new WeakMap<Note, Map<VerifierKey, VerifiedSignature | undefined>>()

/** Checks the first signature of each known key, and ignores all others: no key counts twice. */
export function verifyNote(note: Note, keys: readonly VerifierKey[]): NoteVerdict {
  const verified: VerifiedSignature[] = []
  const failed: VerifierKey[] = []
  const results = checked.get(note) ?? new Map<VerifierKey, VerifiedSignature | undefined>()
  checked.set(note, results)
  const seen = new Set<VerifierKey>()
  for (const signature of note.signatures) {
    for (const key of keys.filter(({ name, id }) => name === signature.name && id === signature.keyId)) {
      if (seen.has(key)) continue
      seen.add(key)
      if (!results.has(key)) results.set(key, verifySignature(note.text, signature, key))
      const result = results.get(key)
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
  const time = timed ? readUint64(bytes, 0) : 0
  // No clock shows such a time, and nothing could print it.
  if (time === undefined || time > timeMax) return undefined
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
