import type { Client, ResourceServer } from 'oidc-provider'
import { lifetimes } from '../../lifetimes.ts'

/** Properties of tokens for the API. A scope removed from the application is missing from its tokens after the next refresh. */
export const describeResource = (audience: string, client: Client): ResourceServer => ({
  audience,
  scope: client.scope ?? '',
  accessTokenFormat: 'jwt',
  accessTokenTTL: lifetimes.accessToken,
  jwt: { sign: { alg: 'ES256' } },
})
