import { randomBytes } from 'node:crypto'
import type { AuthorizationServer } from './create-authorization-server.ts'
import { audienceOf } from './paths.ts'

interface Permission {
  /** The advisor who allows it. */
  readonly identifier: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

/** Grants an application what an advisor has allowed, and records it. Returns the id of the grant. */
export function allowApplication(
  { provider }: AuthorizationServer,
  { identifier, clientId, scopes }: Permission,
): Promise<string> {
  // A separate grant each time: it lasts a full year, and revoking it does not end earlier ones.
  const grant = new provider.Grant({ accountId: identifier, clientId })
  // Without a prefix one id in 64 would begin with a hyphen, and a command line would take it for an option.
  grant.jti = `grant_${randomBytes(16).toString('base64url')}`
  // Under both claims: the library reads openid from one, and the token lists the scopes of the other.
  grant.addOIDCScope([...scopes])
  grant.addResourceScope(audienceOf(provider.issuer), [...scopes])
  return grant.save()
}
