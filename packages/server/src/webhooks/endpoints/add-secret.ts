import type { SecretKeys } from '../../identity/index.ts'
import type { Queryable, Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { createSecret, openSecret, sealSecret, shownSecret } from '../calls/secrets.ts'
import { noEndpoint } from './errors.ts'
import { insertSecret, secretById } from './queries.ts'

export interface SecretOf {
  readonly applicationId: number
  readonly endpointId: number
}

/** Returns its id. */
export async function addSecret(
  tx: Tx,
  { applicationId, endpointId }: SecretOf,
  kind: 'hmac' | 'ed25519',
  keys: SecretKeys,
): Promise<number> {
  const encrypted = sealSecret(createSecret(kind), endpointId, keys)
  const added = await insertSecret(tx, [applicationId, endpointId, kind, encrypted])
  return firstRow(added, 'the secret').secretId
}

/** As it is shown to the application, once: a stored response has only its id. */
export async function showSecret(
  db: Queryable,
  { applicationId, endpointId }: SecretOf,
  secretId: number,
  keys: SecretKeys,
): Promise<string> {
  const [secret] = await secretById(db, [applicationId, endpointId, secretId])
  if (!secret) throw noEndpoint()
  return shownSecret(openSecret({ ...secret, endpointId }, keys))
}
