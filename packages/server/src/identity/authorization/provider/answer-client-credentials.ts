import { errors, type TokenEndpointGrantContext } from 'oidc-provider'
import type { Database } from '../../../platform/db/pool.ts'
import { advisorWhoAllowed } from '../queries.ts'
import { beyondApplication, beyondTexting, splitScopes, unprovisionedScope } from '../scope-rules.ts'
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

/**
 * An application acts alone for an advisor, within the scopes that the advisor or the firm currently allows. Without an advisor
 * the token only has scopes of the application itself.
 */
export async function answerClientCredentials(
  ctx: TokenEndpointGrantContext<Parameters>,
  { database, ask, audience }: { readonly database: Database; readonly ask: Ask; readonly audience: string },
): Promise<void> {
  const { client, params, provider } = ctx.oidc
  if (params.resource !== undefined && params.resource !== audience) throw new errors.InvalidTarget()
  const scopes = [...new Set(splitScopes(params.scope))]
  if (scopes.length === 0) throw new errors.InvalidScope('scope is required', '')
  const isForAdvisor = Boolean(params.advisor)
  const beyond = isForAdvisor ? beyondTexting(scopes) : beyondApplication(scopes)
  // A scope that needs an advisor shows what was forgotten.
  if (!isForAdvisor && beyond !== undefined && beyondTexting(scopes) === undefined)
    throw new errors.UnauthorizedClient('advisor is required')
  const refused = beyond ?? unprovisionedScope(scopes, client.scope)
  if (refused !== undefined) throw new errors.InvalidScope('requested scope is not allowed', refused)

  if (isForAdvisor) ctx.state['advisor'] = await findAdvisor(params.advisor ?? '')
  const token = new provider.ClientCredentials({
    client,
    resourceServer: new provider.ResourceServer(audience, describeResource(audience, client)),
    scope: scopes.join(' '),
  })
  ctx.oidc.entity('ClientCredentials', token)
  const access_token = await token.save()
  ctx.body = { access_token, expires_in: token.expiration, scope: token.scope, token_type: token.tokenType }

  /** The same response for every advisor it may not act for, so that accounts cannot be discovered. */
  async function findAdvisor(identifier: string): Promise<Advisor> {
    const isWellFormed = /^[a-z0-9][a-z0-9._-]{0,63}$/.test(identifier)
    const [found] = isWellFormed
      ? await ask(() => advisorWhoAllowed(database, [identifier, client.clientId]))
      : []
    if (!found) throw new errors.UnauthorizedClient('the application is not authorized for this advisor')
    const notAllowed = scopes.find(scope => !found.scopes.includes(scope))
    if (notAllowed !== undefined) {
      throw new errors.InvalidScope('neither the advisor nor the firm has allowed this scope', notAllowed)
    }
    return { advisorId: found.advisorId, firmId: found.firmId }
  }
}
