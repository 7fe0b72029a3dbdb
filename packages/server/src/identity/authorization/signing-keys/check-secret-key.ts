import type { Queryable } from '../../../platform/db/pool.ts'
import { allSigningKeys } from '../queries.ts'
import { openPrivateKey } from './seal-private-key.ts'

/**
 * Checks that this is the secret key of the installation: it must decrypt the newest signing key, because a new secret key
 * starts with new signing keys. Throws if it does not. Returns false if there is no signing key to check.
 */
export async function checkSecretKey(db: Queryable, secretKey: Buffer): Promise<boolean> {
  const newest = (await allSigningKeys(db, [])).at(-1)
  if (!newest) return false
  openPrivateKey(newest.encryptedPrivateJwk, newest.kid, secretKey)
  return true
}
