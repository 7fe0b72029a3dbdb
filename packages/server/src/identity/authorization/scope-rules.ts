import { applicationScopes } from '@parley/contract'

export const splitScopes = (scope: unknown): string[] =>
  typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []

/** The first scope that was not provisioned. Requesting it fails, whatever else is requested. */
export const unprovisionedScope = (
  requested: readonly string[],
  provisioned: string | undefined,
): string | undefined => requested.find(scope => !splitScopes(provisioned).includes(scope))

/** Scopes of a token that no advisor is behind. */
export const beyondApplication = (requested: readonly string[]): string | undefined =>
  requested.find(scope => !Object.hasOwn(applicationScopes, scope))

/** An application that acts for an advisor without being asked may only text. */
export const beyondTexting = (requested: readonly string[]): string | undefined =>
  requested.find(scope => !scope.startsWith('text.'))
