import type { JWK } from 'jose'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Environment } from '../../../platform/db/migrate.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { keyVerifiesSeconds } from '../../lifetimes.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'
import { lockSigningKeys, type SigningKeyRow, verifyingKeys } from '../queries.ts'
import { createSigningKey } from './create-signing-key.ts'
import { openPrivateKey } from './seal-private-key.ts'

/** Private keys, the signing key first; the others only verify. Creates the first key of an installation. */
export async function loadSigningKeys(
  database: Database,
  config: SecretKeys & { readonly environment: Environment },
): Promise<readonly [JWK, ...JWK[]]> {
  const seconds = keyVerifiesSeconds(config.environment)
  let rows = await verifyingKeys(database, [seconds])
  if (!canSign(rows)) {
    rows = await inTransaction(database, async tx => {
      await lockSigningKeys(tx, [])
      // Another process may have created it first.
      if (!canSign(await verifyingKeys(tx, [seconds]))) await createSigningKey(tx, config)
      return verifyingKeys(tx, [seconds])
    })
  }
  const [signing, ...others] = rows.map(row => openPrivateKey(row.encryptedPrivateJwk, row.kid, config))
  if (!signing) throw new Error('There is no signing key')
  return [signing, ...others]
}

const canSign = ([first]: readonly SigningKeyRow[]): boolean => first !== undefined && !first.isRetired
