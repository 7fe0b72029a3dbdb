import { seal, unseal } from '../secret-key/seal.ts'
import type { SecretKeys } from '../secret-key/secret-keys.ts'

/** Bound to the person, so rows cannot be swapped. */
const sealingOf = (personId: number, keys: SecretKeys) =>
  ({ keys, purpose: 'second factors', about: String(personId) }) as const

export const sealFactor = (secret: Buffer, personId: number, keys: SecretKeys): Buffer =>
  seal({ secret: secret.toString('base64') }, sealingOf(personId, keys))

export function openFactor(sealed: Buffer, personId: number, keys: SecretKeys): Buffer {
  const { secret } = unseal(sealed, sealingOf(personId, keys)) as { readonly secret: string }
  return Buffer.from(secret, 'base64')
}
