import { sha256 } from '#sha256'
import { decodeBase64, encodeBase64 } from '../bytes/base64.ts'
import { concatBytes } from '../bytes/bytes.ts'
import { hasControlCharacters } from '../bytes/has-control-characters.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { FormatError } from '../format-error.ts'
import { findSignatureType, type SignatureType, signatureTypes } from './signature-types.ts'

/** A public key of a log or a witness. Name and id together say which signature line is of this key. */
export interface VerifierKey {
  readonly name: string
  /** The first four bytes of a hash of name, type and key. */
  readonly id: number
  readonly type: SignatureType
  readonly publicKey: Uint8Array
}

export const isKeyName = (name: string): boolean =>
  name !== '' && !/[\p{White_Space}+]/u.test(name) && !hasControlCharacters(name)

export function createVerifierKey(name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new RangeError('A key name is not empty and has no spaces and plus signs')
  if (publicKey.length !== signatureTypes[type].publicKeyBytes)
    throw new RangeError(`A key of type ${type} has ${signatureTypes[type].publicKeyBytes} bytes`)
  const hash = sha256(concatBytes([encodeUtf8(`${name}\n`), typedKey(type, publicKey)]))
  return { name, type, publicKey, id: readKeyId(hash) }
}

const typedKey = (type: SignatureType, key: Uint8Array): Uint8Array =>
  concatBytes([Uint8Array.of(signatureTypes[type].identifier), key])

export const readKeyId = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)

export const printKeyId = (id: number): string => id.toString(16).padStart(8, '0')

/** An ML-DSA-44 key takes 1,752 of these; the rest is for name and id. */
const textMax = 4096

/** Reads `name+id+key`. Rejects types that this package cannot verify. */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', key = ''] =
    (text.length <= textMax && /^([^+]*)\+([0-9a-f]{8})\+(.+)$/.exec(text)) || []
  if (!isKeyName(name)) throw new FormatError('A verifier key has the form name+id+key.')
  const bytes = decodeBase64(key, 'The verifier key')
  const type = findSignatureType(bytes[0])
  if (type === undefined) throw new FormatError('The verifier key has an unsupported signature type.')
  if (bytes.length !== 1 + signatureTypes[type].publicKeyBytes)
    throw new FormatError('The verifier key has the wrong length for its type.')
  const verifierKey = createVerifierKey(name, type, bytes.subarray(1))
  if (printKeyId(verifierKey.id) !== id)
    throw new FormatError('The id of the verifier key does not belong to its name and key.')
  return verifierKey
}

export const printVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${printKeyId(id)}+${encodeBase64(typedKey(type, publicKey))}`
