// Web Crypto is the same in Node and in browsers. It is asynchronous, which does not matter for a few signatures.

export type HashName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'

export type PublicKeyScheme =
  | { readonly kind: 'rsa' }
  | { readonly kind: 'ecdsa'; readonly curve: 'P-256' | 'P-384' | 'P-521' }

const rsaBitsMin = 2048
const { subtle } = globalThis.crypto

export const digest = async (hash: HashName, bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await subtle.digest(hash, new Uint8Array(bytes)))

interface PublicKeySignature {
  readonly scheme: PublicKeyScheme
  readonly hash: HashName
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array
  readonly message: Uint8Array
  /** PKCS #1, or r and s of ECDSA one after the other. */
  readonly signature: Uint8Array
}

/** A key that is malformed or too short is false, not an error. */
export async function verifyPublicKey(given: PublicKeySignature): Promise<boolean> {
  const { scheme, hash } = given
  const importAs =
    scheme.kind === 'rsa' ? { name: 'RSASSA-PKCS1-v1_5', hash } : { name: 'ECDSA', namedCurve: scheme.curve }
  try {
    const key = await subtle.importKey('spki', new Uint8Array(given.publicKey), importAs, false, ['verify'])
    const { modulusLength = rsaBitsMin } = key.algorithm as { readonly modulusLength?: number }
    if (modulusLength < rsaBitsMin) return false
    const algorithm = scheme.kind === 'rsa' ? { name: 'RSASSA-PKCS1-v1_5' } : { name: 'ECDSA', hash }
    const [signature, message] = [new Uint8Array(given.signature), new Uint8Array(given.message)]
    return await subtle.verify(algorithm, key, signature, message)
  } catch {
    return false
  }
}
