import type { AuthorizationServer } from './create-authorization-server.ts'
import { audienceOf } from './paths.ts'

interface Permission {
  /** The advisor who allows it. */
  readonly identifier: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

/** Grants an application what an advisor has allowed it, and records that. Answers the id of the grant. */
export function allowApplication(
  { provider }: AuthorizationServer,
  { identifier, clientId, scopes }: Permission,
): Promise<string> {
  // A grant of its own each time: it lasts a full year, and revoking it ends nothing that was allowed before.
  const grant = new provider.Grant({ accountId: identifier, clientId })
  // Under both headings: the library looks for openid in one, the token lists those of the other.
  grant.addOIDCScope([...scopes])
  grant.addResourceScope(audienceOf(provider.issuer), [...scopes])
  return grant.save()
}
