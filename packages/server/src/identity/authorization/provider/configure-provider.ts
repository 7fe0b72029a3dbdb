import { applicationScopes, scopes } from '@parley/contract'
import type { JWK } from 'jose'
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { lifetimes } from '../../lifetimes.ts'
import { deriveKeys } from '../../secret-key/derive-key.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'
import { sessionLifetimes } from '../../session-lifetimes.ts'
import { audienceOf, paths } from '../paths.ts'
import { splitScopes, unprovisionedScope } from '../scope-rules.ts'
import type { Advisor } from './answer-client-credentials.ts'
import { createArtifactAdapter } from './artifact-adapter.ts'
import { createClientAdapter } from './client-adapter.ts'
import type { RefreshTokens } from './create-refresh-tokens.ts'
import { describeResource } from './describe-resource.ts'
import { findAccount } from './find-account.ts'
import type { ProviderParts } from './provider-parts.ts'
import type { Ask } from './store.ts'

interface Chosen {
  readonly keys: readonly JWK[]
  readonly ask: Ask
  readonly refreshTokens: RefreshTokens
}

/**
 * oidc-provider restricted to our rules: features beyond the documented surface are off, and what it leaves optional is
 * required.
 */
export function configureProvider(
  { database, config, renderError }: ProviderParts,
  { keys, ask, refreshTokens }: Chosen,
): Configuration {
  const { publicOrigin, cell } = config
  const audience = audienceOf(publicOrigin)
  return {
    adapter: model =>
      model === 'Client'
        ? createClientAdapter(database, ask)
        : createArtifactAdapter(model, { database, ask, refreshTokens, issuer: publicOrigin }),
    jwks: { keys },
    findAccount: (_ctx, identifier) => ask(() => findAccount(database, identifier)),
    interactions: {
      url: (_ctx, { uid }) => `${paths.interaction}/${uid}`,
      policy: policyForActiveAdvisors(),
    },

    routes: {
      authorization: paths.authorization,
      token: paths.token,
      jwks: paths.jwks,
      revocation: paths.revocation,
    },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post'],
    clientDefaults: {
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
    scopes: Object.keys({ ...scopes, ...applicationScopes }),
    claims: { openid: ['sub', 'name', 'advisor_id', 'firm_id'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    extraParams: { state: requireState, scope: requireScopes },

    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    extraTokenClaims: ({ oidc, state }, token) => {
      const advisor = (oidc.account ?? state['advisor']) as Advisor | undefined
      const gid = token.kind === 'AccessToken' ? { gid: token.grantId } : {}
      return { ...(advisor && { advisor_id: advisor.advisorId, firm_id: advisor.firmId }), cell, ...gid }
    },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      ClientCredentials: lifetimes.accessToken,
      Grant: lifetimes.grant,
      IdToken: lifetimes.accessToken,
      Interaction: lifetimes.interaction,
      RefreshToken: lifetimes.refreshToken,
      Session: lifetimes.session,
    },

    cookies: cookiesOf(publicOrigin, config),
    renderError,
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: {
        enabled: true,
        // A token of another client gets the same response as an unknown one.
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource, client) => {
          if (resource !== audience) throw new errors.InvalidTarget()
          return describeResource(audience, client)
        },
      },
    },
  }
}

function requireState(_ctx: KoaContextWithOIDC, state: string | undefined): void {
  if (!state) throw new errors.InvalidRequest('missing required parameter(s) (state)')
}

/** Checks the requested scopes: oidc-provider has silently dropped some of them by now. */
function requireScopes(ctx: KoaContextWithOIDC): void {
  const requested = splitScopes(ctx.query['scope'])
  if (requested.length === 0) throw new errors.InvalidRequest('missing required parameter(s) (scope)')
  if (!requested.includes('openid')) throw new errors.InvalidScope('the scope openid is required', 'openid')
  const refused =
    requested.find(scope => Object.hasOwn(applicationScopes, scope)) ??
    unprovisionedScope(requested, ctx.oidc.client?.scope)
  if (refused !== undefined) throw new errors.InvalidScope('requested scope is not allowed', refused)
}

/**
 * An advisor who was disabled after signing in is asked to sign in again, and cannot. Access for a year needs a recent sign-in:
 * a session left open must not become permanent access. If the firm requires a second factor, a session without one counts for nothing.
 */
function policyForActiveAdvisors(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_is_gone',
        'the signed-in advisor is not active',
        'login_required',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    )
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'stale_sign_in',
        'access that lasts needs a sign-in of the last minutes',
        'login_required',
        ({ oidc }) =>
          oidc.requestParamScopes.has('offline_access') &&
          oidc.session?.accountId !== undefined &&
          oidc.session.past(freshToDecideSeconds),
      ),
    )
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'second_factor_missing',
        'the firm requires a second factor',
        'login_required',
        ({ oidc }) =>
          oidc.session?.accountId !== undefined &&
          oidc.account?.['isSecondFactorRequired'] === true &&
          !oidc.session.amr?.includes('mfa'),
      ),
    )
  return policy
}

/** A minute more than the allow page accepts, so that a decision at the last moment succeeds. */
const freshToDecideSeconds = sessionLifetimes.fresh + 60

/** Browsers send cookies with these prefixes only to this host and over https; plain http is for the sandbox on loopback. */
function cookiesOf(publicOrigin: string, keys: SecretKeys): Configuration['cookies'] {
  const isSecure = publicOrigin.startsWith('https:')
  const options = { httpOnly: true, sameSite: 'lax', signed: true, secure: isSecure } as const
  const name = (prefix: string, rest: string): string => `${isSecure ? prefix : ''}parley_${rest}`
  return {
    // The first signs, and all of them verify.
    keys: deriveKeys(keys, 'cookies').map(key => key.toString('base64url')),
    names: {
      session: name('__Host-', 'session'),
      interaction: name('__Secure-', 'interaction'),
      resume: name('__Secure-', 'resume'),
    },
    long: { ...options, path: '/' },
    short: options,
  }
}
