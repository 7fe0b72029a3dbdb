import { createPublicKey, verify } from 'node:crypto'

/** Everything of a SubjectPublicKeyInfo (RFC 8410, RFC 9881) up to the key. */
const headers = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  mlDsa44: Buffer.from('30820532300b06096086480165030403110382052100', 'hex'),
}

/** Checks a signature. A key or signature of the wrong length is false, not an error. */
type VerifySignature = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

const verifier =
  (header: Buffer): VerifySignature =>
  (publicKey, message, signature) => {
    try {
      const der = Buffer.concat([header, publicKey])
      return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
    } catch {
      return false
    }
  }

export const verifyEd25519 = verifier(headers.ed25519)
export const verifyMlDsa44 = verifier(headers.mlDsa44)
