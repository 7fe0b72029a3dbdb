import { openPrivateKey } from '#signing'
import { decodeBase64, encodeBase64 } from '../bytes/base64.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { FormatError } from '../format-error.ts'
import { findSignatureType, type SignatureType, signatureTypes } from './signature-types.ts'
import { createVerifierKey, isKeyName, printKeyId, type VerifierKey } from './verifier-key.ts'

/** A private key that signs notes. */
export interface Signer {
  readonly key: VerifierKey
  readonly sign: (message: Uint8Array) => Uint8Array
}

const seedBytes = 32

/** The seed is 32 secret random bytes, for ML-DSA-44 too. */
export function createSigner(name: string, type: SignatureType, seed: Uint8Array): Signer {
  const { publicKey, sign } = openPrivateKey(signatureTypes[type].algorithm, seed)
  return { key: createVerifierKey(name, type, publicKey), sign }
}

/** Writes the signer key format of golang.org/x/mod/sumdb/note, which C2SP leaves open. */
export function printSignerKey(name: string, type: SignatureType, seed: Uint8Array): string {
  const { key } = createSigner(name, type, seed)
  const typedSeed = concatBytes([Uint8Array.of(signatureTypes[type].identifier), seed])
  return `PRIVATE+KEY+${name}+${printKeyId(key.id)}+${encodeBase64(typedSeed)}`
}

export function parseSignerKey(text: string): Signer {
  const [, name = '', id = '', key = ''] =
    /^PRIVATE\+KEY\+([^+]{1,255})\+([0-9a-f]{8})\+(.{44})$/.exec(text) ?? []
  if (!isKeyName(name)) throw new FormatError('A signer key has the form PRIVATE+KEY+name+id+key.')
  const bytes = decodeBase64(key, 'The signer key')
  const type = findSignatureType(bytes[0])
  if (type === undefined) throw new FormatError('The signer key has an unsupported signature type.')
  if (bytes.length !== 1 + seedBytes) throw new FormatError('The signer key has the wrong length.')
  const signer = createSigner(name, type, bytes.subarray(1))
  if (printKeyId(signer.key.id) !== id)
    throw new FormatError('The id of the signer key does not belong to its name and key.')
  return signer
}
