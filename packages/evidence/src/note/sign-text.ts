import { concatBytes } from '../bytes/bytes.ts'
import type { NoteSignature } from './note.ts'
import { signatureTypes } from './signature-types.ts'
import { signedMessage, uint64 } from './signed-message.ts'
import type { Signer } from './signer.ts'

/**
 * Signs the text of a note. The time, in seconds since 1970, is part of cosignatures only. Zero makes no statement about time:
 * a log may sign its own checkpoint so, a witness may not.
 */
export function signText(text: string, { key, sign }: Signer, timeSeconds: number): NoteSignature {
  if (!Number.isSafeInteger(timeSeconds) || timeSeconds < 0)
    throw new RangeError('A signature has a time in whole seconds')
  const signature = sign(signedMessage(key, timeSeconds, text))
  const { timed } = signatureTypes[key.type]
  return {
    name: key.name,
    keyId: key.id,
    bytes: timed ? concatBytes([uint64(timeSeconds), signature]) : signature,
  }
}
