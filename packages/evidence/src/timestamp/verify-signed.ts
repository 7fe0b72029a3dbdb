import { type HashName, verifyPublicKey } from '../platform/web-crypto.ts'
import { readKeyScheme, readSignatureAlgorithm } from './algorithms.ts'
import { type Der, DerFields, readDer, readUnsigned, tags } from './der.ts'

interface SignedBytes {
  /** SubjectPublicKeyInfo of the signer. */
  readonly publicKey: Der
  readonly algorithm: Der
  /** Where the algorithm does not name it. */
  readonly hash?: HashName
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** Checks a signature as certificates and CMS write it. */
export async function verifySigned({ publicKey, algorithm, ...signed }: SignedBytes): Promise<boolean> {
  const { kind, hash = signed.hash } = readSignatureAlgorithm(algorithm)
  const scheme = readKeyScheme(publicKey)
  if (scheme.kind !== kind || hash === undefined || hash === 'SHA-1') return false
  const signature =
    scheme.kind === 'rsa' ? signed.signature : joinEcdsa(signed.signature, fieldBytes[scheme.curve])
  if (!signature) return false
  return verifyPublicKey({ scheme, hash, publicKey: publicKey.whole, message: signed.message, signature })
}

const fieldBytes = { 'P-256': 32, 'P-384': 48, 'P-521': 66 }

/** Web Crypto wants r and s in their full length, without DER. */
function joinEcdsa(signature: Uint8Array, length: number): Uint8Array | undefined {
  const fields = DerFields.of(readDer(signature), 'A signature')
  const joined = new Uint8Array(2 * length)
  for (const end of [length, 2 * length]) {
    const number = readUnsigned(fields.take(tags.integer))
    if (number.length > length) return undefined
    joined.set(number, end - number.length)
  }
  fields.end()
  return joined
}
