export const splitScopes = (scope: unknown): string[] =>
  typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []

/** The first scope that was not provisioned. Requesting it fails, whatever else is requested. */
export const unprovisionedScope = (
  requested: readonly string[],
  provisioned: string | undefined,
): string | undefined => requested.find(scope => !splitScopes(provisioned).includes(scope))

/** An application alone may only text. */
export const beyondTexting = (requested: readonly string[]): string | undefined =>
  requested.find(scope => !scope.startsWith('text.'))
