import { splitScopes } from '../authorization/scope-rules.ts'
import type { Interaction } from './open-interaction.ts'

interface ApplicationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
}

/** What the application asks for. The authorization server has checked all of it before there was an interaction. */
export function requestOf({ params }: Pick<Interaction, 'params'>): ApplicationRequest {
  const { client_id: clientId, redirect_uri: redirectUri, scope } = params
  if (typeof clientId !== 'string' || typeof redirectUri !== 'string') {
    throw new Error('An interaction without an application')
  }
  return { clientId, redirectUri, scopes: splitScopes(scope) }
}
