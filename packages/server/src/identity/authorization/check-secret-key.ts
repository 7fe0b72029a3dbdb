import type { Queryable } from '../../db/pool.ts'
import { allSigningKeys } from './queries.ts'
import { openPrivateKey } from './seal-private-key.ts'

/**
 * Whether this is the secret key of the installation: the one that opens the newest signing key, because a new secret key
 * begins with new signing keys. Throws where it is not. Answers false where there is no signing key to tell by.
 */
export async function checkSecretKey(db: Queryable, secretKey: Buffer): Promise<boolean> {
  const newest = (await allSigningKeys(db, [])).at(-1)
  if (!newest) return false
  openPrivateKey(newest.encrypted_private_jwk, newest.kid, secretKey)
  return true
}
