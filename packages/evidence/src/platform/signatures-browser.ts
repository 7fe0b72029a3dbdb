import { ed25519 } from '@noble/curves/ed25519.js'
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'

/** As in signatures-node.ts: what has the wrong length is false, not an error. */
type VerifySignature = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

const verifier =
  (verify: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean): VerifySignature =>
  (publicKey, message, signature) => {
    try {
      return verify(signature, message, publicKey)
    } catch {
      return false
    }
  }

export const verifyEd25519 = verifier((signature, message, key) =>
  // The rules of RFC 8032, as in OpenSSL. The library's default accepts more.
  ed25519.verify(signature, message, key, { zip215: false }),
)
export const verifyMlDsa44 = verifier((signature, message, key) => ml_dsa44.verify(signature, message, key))
