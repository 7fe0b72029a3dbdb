import { type SecretKeys, seal, unseal, WrongSecretKeyError } from '../../identity/index.ts'
import type { Credentials } from './records.ts'

const sealing = (name: string, keys: SecretKeys) =>
  ({ keys, purpose: 'carrier credentials', about: name }) as const

/** Bound to the carrier's name, so rows cannot be swapped. */
export const sealCredentials = (credentials: Credentials, name: string, keys: SecretKeys): Buffer =>
  seal(credentials, sealing(name, keys))

/** Throws if PARLEY_SECRET_KEY is not the key they were sealed with. */
export function openCredentials(sealed: Buffer, name: string, keys: SecretKeys): Credentials {
  try {
    return unseal(sealed, sealing(name, keys)) as Credentials
  } catch {
    throw new WrongSecretKeyError(`the credentials of the carrier ${name}`)
  }
}
