import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '../../db/pool.ts'
import { type ApplicationRow, applicationByClientId, validSecretHashes } from '../applications/queries.ts'
import type { Ask } from './store.ts'

/** Lets oidc-provider see applications as its clients. It never writes them. */
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
  client_id,
  name,
  redirect_uris,
  scopes,
  grant_types,
}: ApplicationRow): AdapterPayload => ({
  client_id,
  client_name: name,
  redirect_uris,
  grant_types,
  response_types: grant_types.includes('authorization_code') ? ['code'] : [],
  scope: scopes.join(' '),
  // Never native: that would accept any port of a loopback address.
  application_type: 'web',
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: 'ES256',
})

/** oidc-provider wants a secret, and gets the hashes of those that are valid; secretMatches knows. */
const secretOf = (hashes: readonly Buffer[]): string =>
  hashes.map(hash => hash.toString('hex')).join(' ') || 'none'
