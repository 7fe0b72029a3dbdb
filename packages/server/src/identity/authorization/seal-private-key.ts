import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import { deriveKey } from '../derive-key.ts'

/** PARLEY_SECRET_KEY is not the one under which the signing keys were encrypted. */
export class WrongSecretKeyError extends Error {
  constructor(kid: string) {
    super(`PARLEY_SECRET_KEY does not open the signing key ${kid}. Use the one it was created with.`)
    this.name = 'WrongSecretKeyError'
  }
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM: 12 random bytes, the encrypted JWK, 16 bytes of tag. Bound to the kid, so rows cannot be swapped. */
export function sealPrivateKey(privateJwk: JWK, kid: string, secretKey: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secretKey, 'signing keys'), iv)
  cipher.setAAD(Buffer.from(kid))
  return Buffer.concat([iv, cipher.update(JSON.stringify(privateJwk)), cipher.final(), cipher.getAuthTag()])
}

export function openPrivateKey(sealed: Buffer, kid: string, secretKey: Buffer): JWK {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(secretKey, 'signing keys'),
    sealed.subarray(0, ivBytes),
  )
  decipher.setAAD(Buffer.from(kid))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const opened = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
    return JSON.parse(opened.toString()) as JWK
  } catch {
    throw new WrongSecretKeyError(kid)
  }
}
