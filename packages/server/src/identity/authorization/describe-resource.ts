import type { Client, ResourceServer } from 'oidc-provider'
import { lifetimes } from './lifetimes.ts'

/** What tokens for the API are like. A scope that was taken from the application leaves its tokens at the next refresh. */
export const describeResource = (audience: string, client: Client): ResourceServer => ({
  audience,
  scope: client.scope ?? '',
  accessTokenFormat: 'jwt',
  accessTokenTTL: lifetimes.accessToken,
  jwt: { sign: { alg: 'ES256' } },
})
