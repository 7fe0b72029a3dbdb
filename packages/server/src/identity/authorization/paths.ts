/** Paths of the authorization server. The issuer is the public origin, without a path. */
export const paths = {
  authorization: '/oauth/auth',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  revocation: '/oauth/revoke',
  interaction: '/oauth/interaction',
} as const

export const wellKnownPaths = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
] as const

/** Whether a browser requests this path, and not a program. */
export const isForPeople = (path: string): boolean =>
  path === paths.authorization || path.startsWith(`${paths.authorization}/`)

/** Audience of access tokens. */
export const audienceOf = (publicOrigin: string): string => `${publicOrigin}/v1`
