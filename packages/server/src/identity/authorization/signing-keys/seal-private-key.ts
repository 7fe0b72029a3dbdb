import type { JWK } from 'jose'
import { isSealed, seal, unseal, WrongSecretKeyError } from '../../seal.ts'

/** Bound to the kid, so rows cannot be swapped. */
export const sealPrivateKey = (privateJwk: JWK, kid: string, secretKey: Buffer): Buffer =>
  seal(privateJwk, { secretKey, purpose: 'signing keys', about: kid })

export function openPrivateKey(sealed: Buffer, kid: string, secretKey: Buffer): JWK {
  if (!isSealed(sealed)) throw new Error(`The signing key ${kid} is damaged`)
  try {
    return unseal(sealed, { secretKey, purpose: 'signing keys', about: kid }) as JWK
  } catch {
    throw new WrongSecretKeyError(`the signing key ${kid}. Use the one it was created with.`)
  }
}
