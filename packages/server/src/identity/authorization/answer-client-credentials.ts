import { errors, type TokenEndpointGrantContext } from 'oidc-provider'
import type { Database } from '../../db/pool.ts'
import { describeResource } from './describe-resource.ts'
import { advisorWhoAllowed } from './queries.ts'
import { beyondTexting, splitScopes, unprovisionedScope } from './scope-rules.ts'
import type { Ask } from './store.ts'

interface Parameters {
  readonly advisor?: string
}

/** Whom a token is for, on its way to the claims. */
export interface Advisor {
  readonly advisorId: number
  readonly firmId: number
}

/** An application acts on its own for an advisor who, or whose firm, has allowed it before. */
export async function answerClientCredentials(
  ctx: TokenEndpointGrantContext<Parameters>,
  { database, ask, audience }: { readonly database: Database; readonly ask: Ask; readonly audience: string },
): Promise<void> {
  const { client, params, provider } = ctx.oidc
  if (params.resource !== undefined && params.resource !== audience) throw new errors.InvalidTarget()
  const scopes = [...new Set(splitScopes(params.scope))]
  if (scopes.length === 0) throw new errors.InvalidScope('scope is required', '')
  const refused = beyondTexting(scopes) ?? unprovisionedScope(scopes, client.scope)
  if (refused !== undefined) throw new errors.InvalidScope('requested scope is not allowed', refused)

  ctx.state['advisor'] = await findAdvisor()
  const token = new provider.ClientCredentials({
    client,
    resourceServer: new provider.ResourceServer(audience, describeResource(audience, client)),
    scope: scopes.join(' '),
  })
  ctx.oidc.entity('ClientCredentials', token)
  const access_token = await token.save()
  ctx.body = { access_token, expires_in: token.expiration, scope: token.scope, token_type: token.tokenType }

  /** One answer for every advisor it may not act for, so that nobody can learn who is here. */
  async function findAdvisor(): Promise<Advisor> {
    const { advisor: identifier } = params
    if (!identifier) throw new errors.UnauthorizedClient('advisor is required')
    const isWellFormed = /^[a-z0-9][a-z0-9._-]{0,63}$/.test(identifier)
    const [found] = isWellFormed
      ? await ask(() => advisorWhoAllowed(database, [identifier, client.clientId]))
      : []
    if (!found) throw new errors.UnauthorizedClient('the application is not authorized for this advisor')
    return { advisorId: found.advisor_id, firmId: found.firm_id }
  }
}
