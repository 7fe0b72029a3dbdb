import { errors, type TokenEndpointGrantContext } from 'oidc-provider'
import type { Database } from '../../../platform/db/pool.ts'
import { advisorWhoAllowed } from '../queries.ts'
import { beyondTexting, splitScopes, unprovisionedScope } from '../scope-rules.ts'
import { describeResource } from './describe-resource.ts'
import type { Ask } from './store.ts'

interface Parameters {
  readonly advisor?: string
}

/** The token's advisor, passed on to the claims. */
export interface Advisor {
  readonly advisorId: number
  readonly firmId: number
}

/** An application acts alone for an advisor, within the scopes that the advisor or the firm currently allows. */
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

  /** The same response for every advisor it may not act for, so that accounts cannot be discovered. */
  async function findAdvisor(): Promise<Advisor> {
    const { advisor: identifier } = params
    if (!identifier) throw new errors.UnauthorizedClient('advisor is required')
    const isWellFormed = /^[a-z0-9][a-z0-9._-]{0,63}$/.test(identifier)
    const [found] = isWellFormed
      ? await ask(() => advisorWhoAllowed(database, [identifier, client.clientId]))
      : []
    if (!found) throw new errors.UnauthorizedClient('the application is not authorized for this advisor')
    const beyond = scopes.find(scope => !found.scopes.includes(scope))
    if (beyond !== undefined) {
      throw new errors.InvalidScope('neither the advisor nor the firm has allowed this scope', beyond)
    }
    return { advisorId: found.advisorId, firmId: found.firmId }
  }
}
