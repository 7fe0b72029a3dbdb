import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { Tx } from '../../../platform/db/pool.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'
import { insertSigningKey } from '../queries.ts'
import { sealPrivateKey } from './seal-private-key.ts'

/** A new ES256 key, named by its thumbprint. */
export async function createSigningKey(tx: Tx, keys: SecretKeys): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const named = { kid, alg: 'ES256', use: 'sig' }
  const privateJwk = { ...(await exportJWK(privateKey)), ...named }
  await insertSigningKey(tx, [kid, { ...publicJwk, ...named }, sealPrivateKey(privateJwk, kid, keys)])
  return kid
}
