import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '../../../platform/db/pool.ts'
import { type ApplicationRow, applicationByClientId, validSecretHashes } from '../../applications/queries.ts'
import type { Ask } from './store.ts'

/** Presents applications to oidc-provider as its clients. It never writes them. */
export function createClientAdapter(database: Database, ask: Ask): Adapter {
  const refuse = (): Promise<never> => Promise.reject(new Error('Clients are provisioned by the operator'))
  return {
    find: clientId => ask(() => findClient(database, clientId)),
    upsert: refuse,
    findByUserCode: refuse,
    findByUid: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  }
}

async function findClient(database: Database, clientId: string): Promise<AdapterPayload | undefined> {
  if (!/^[\w.-]{1,64}$/.test(clientId)) return undefined
  const [application] = await applicationByClientId(database, [clientId])
  if (!application?.active) return undefined
  const hashes = await validSecretHashes(database, [application.id])
  return { ...metadataOf(application), client_secret: secretOf(hashes.map(({ hash }) => hash)) }
}

const metadataOf = ({
  clientId,
  name,
  redirectUris,
  scopes,
  grantTypes,
}: ApplicationRow): AdapterPayload => ({
  client_id: clientId,
  client_name: name,
  redirect_uris: redirectUris,
  grant_types: grantTypes,
  response_types: grantTypes.includes('authorization_code') ? ['code'] : [],
  scope: scopes.join(' '),
  // Never native: that would accept any port of a loopback address.
  application_type: 'web',
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: 'ES256',
})

/** oidc-provider requires a secret, so it gets the hashes of the valid ones; secretMatches compares them. */
const secretOf = (hashes: readonly Buffer[]): string =>
  hashes.map(hash => hash.toString('hex')).join(' ') || 'none'
