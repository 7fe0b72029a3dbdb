import { splitScopes } from '../authorization/scope-rules.ts'
import type { Interaction } from './open-interaction.ts'

interface ApplicationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
}

/** The application's request. The authorization server has validated it before the interaction started. */
export function requestOf({ params }: Pick<Interaction, 'params'>): ApplicationRequest {
  const { client_id: clientId, redirect_uri: redirectUri, scope } = params
  if (typeof clientId !== 'string' || typeof redirectUri !== 'string') {
    throw new Error('the interaction has no application')
  }
  return { clientId, redirectUri, scopes: splitScopes(scope) }
}
