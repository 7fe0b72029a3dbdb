export const splitScopes = (scope: unknown): string[] =>
  typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []

/** The first scope that was not provisioned. Asking for it fails, whatever else is asked for. */
export const unprovisionedScope = (
  requested: readonly string[],
  provisioned: string | undefined,
): string | undefined => requested.find(scope => !splitScopes(provisioned).includes(scope))

/** An application on its own may text, and nothing else. */
export const beyondTexting = (requested: readonly string[]): string | undefined =>
  requested.find(scope => !scope.startsWith('text.'))
