import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKeys, type Purpose } from './derive-key.ts'
import type { SecretKeys } from './secret-keys.ts'

export interface Sealing {
  readonly keys: SecretKeys
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

/** AES-256-GCM with the current key: 12 random bytes, the encrypted JSON, 16 bytes of tag. */
export function seal(value: object, { keys, purpose, about }: Sealing): Buffer {
  const [key] = deriveKeys(keys, purpose)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(about))
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()])
}

/** Anything shorter was never encrypted here, with any key. */
export const isSealed = (bytes: Buffer): boolean => bytes.length > ivBytes + tagBytes

interface Opened {
  readonly value: object
  readonly isCurrent: boolean
}

/** Undefined if no key fits, or if the context differs from that of the encryption. */
export function open(sealed: Buffer, { keys, purpose, about }: Sealing): Opened | undefined {
  if (!isSealed(sealed)) return undefined
  for (const [place, key] of deriveKeys(keys, purpose).entries()) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
    decipher.setAAD(Buffer.from(about))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    const opened = decipher.update(sealed.subarray(ivBytes, -tagBytes))
    try {
      decipher.final()
    } catch {
      continue
    }
    return { value: JSON.parse(opened.toString()) as object, isCurrent: place === 0 }
  }
  return undefined
}

/** Throws if no key fits, or if the context differs from that of the encryption. */
export function unseal(sealed: Buffer, sealing: Sealing): object {
  const opened = open(sealed, sealing)
  if (!opened) throw new WrongSecretKeyError(`${sealing.purpose} of ${sealing.about}`)
  return opened.value
}
