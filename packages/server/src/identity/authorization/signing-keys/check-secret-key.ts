import type { Queryable } from '../../../platform/db/pool.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'
import { allSigningKeys } from '../queries.ts'
import { openPrivateKey } from './seal-private-key.ts'

/**
 * Checks that these are the secret keys of the installation: one must decrypt the newest signing key. Throws if none does.
 * Returns false if there is no signing key to check.
 */
export async function checkSecretKey(db: Queryable, keys: SecretKeys): Promise<boolean> {
  const newest = (await allSigningKeys(db, [])).at(-1)
  if (!newest) return false
  openPrivateKey(newest.encryptedPrivateJwk, newest.kid, keys)
  return true
}
