import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, type Purpose } from './derive-key.ts'

interface Sealing {
  readonly secretKey: Buffer
  readonly purpose: Purpose
  /** Context of the value, such as its row's key, so that encrypted values cannot be swapped. */
  readonly about: string
}

/** PARLEY_SECRET_KEY is not the key that encrypted the value. The message is for people. */
export class WrongSecretKeyError extends Error {
  constructor(whatItDoesNotOpen: string) {
    super(`PARLEY_SECRET_KEY cannot decrypt ${whatItDoesNotOpen}`)
    this.name = 'WrongSecretKeyError'
  }
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM: 12 random bytes, the encrypted JSON, 16 bytes of tag. */
export function seal(value: object, { secretKey, purpose, about }: Sealing): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secretKey, purpose), iv)
  cipher.setAAD(Buffer.from(about))
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()])
}

/** Anything shorter was never encrypted here, with any key. */
export const isSealed = (bytes: Buffer): boolean => bytes.length > ivBytes + tagBytes

/** Throws if the key or the context differs from that of the encryption. */
export function unseal(sealed: Buffer, { secretKey, purpose, about }: Sealing): unknown {
  const iv = sealed.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secretKey, purpose), iv)
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const opened = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
  return JSON.parse(opened.toString())
}
