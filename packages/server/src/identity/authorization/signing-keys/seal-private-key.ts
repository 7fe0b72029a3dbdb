import type { JWK } from 'jose'
import { isSealed, open, seal, WrongSecretKeyError } from '../../secret-key/seal.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'

/** Bound to the kid, so rows cannot be swapped. */
export const sealPrivateKey = (privateJwk: JWK, kid: string, keys: SecretKeys): Buffer =>
  seal(privateJwk, { keys, purpose: 'signing keys', about: kid })

export function openPrivateKey(sealed: Buffer, kid: string, keys: SecretKeys): JWK {
  if (!isSealed(sealed)) throw new Error(`The signing key ${kid} is damaged`)
  const opened = open(sealed, { keys, purpose: 'signing keys', about: kid })
  if (!opened) throw new WrongSecretKeyError(`the signing key ${kid}. Use the one it was created with.`)
  return opened.value
}
