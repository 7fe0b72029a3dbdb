import type { JWK } from 'jose'
import Provider, { type Client } from 'oidc-provider'
import { audienceOf } from '../paths.ts'
import { secretMatches } from '../secret-matches.ts'
import { answerClientCredentials } from './answer-client-credentials.ts'
import { configureProvider } from './configure-provider.ts'
import { createRefreshTokens } from './create-refresh-tokens.ts'
import { adaptRequest, answerFailures, finishResponse, replaceSession } from './middleware.ts'
import type { ProviderParts } from './provider-parts.ts'
import { askStore, traceIdOf } from './store.ts'

/** The library with one set of keys, which it cannot change. */
export function createProvider(parts: ProviderParts, keys: readonly JWK[]): Provider {
  const { database, config, log } = parts
  const ask = askStore(log)
  const refreshTokens = createRefreshTokens(config)
  const provider = new Provider(config.publicOrigin, configureProvider(parts, { keys, ask, refreshTokens }))
  believeNoHeader(provider, config.publicOrigin)
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: Client, secret: string) {
      return secretMatches(secret, this.clientSecret ?? '')
    },
  })
  const { generateTokenId } = refreshTokens
  Object.assign(provider.RefreshToken.prototype, { generateTokenId })
  provider.registerGrantType<{ advisor?: string }>(
    'client_credentials',
    ctx => answerClientCredentials(ctx, { database, ask, audience: audienceOf(config.publicOrigin) }),
    ['scope', 'resource', 'advisor'],
  )
  provider.use(finishResponse)
  provider.use(answerFailures(parts))
  provider.use(adaptRequest)
  provider.use(replaceSession(provider))
  Object.assign(provider, {
    onerror: (error: unknown) => log.error({ err: error }, 'authorization response failed'),
  })
  provider.on('server_error', (ctx, error) =>
    log.error({ err: error, traceId: traceIdOf(ctx) }, 'authorization failed'),
  )
  // At the token endpoint this means that a code or a refresh token was used twice: it may be stolen.
  provider.on('grant.revoked', ({ oidc, res }, grantId) => {
    const { route, client } = oidc
    const line = { grantId, clientId: client?.clientId, route, traceId: traceIdOf({ res }) }
    if (route === 'token') log.warn(line, 'grant revoked after reuse')
    else log.info(line, 'grant revoked')
  })
  return provider
}

/** URLs in responses and the Secure flag of cookies follow the configuration, not Host or X-Forwarded-… of a request. */
function believeNoHeader(provider: Provider, publicOrigin: string): void {
  const { host, protocol } = new URL(publicOrigin)
  const fixed = { href: `${publicOrigin}/`, host, protocol: protocol.slice(0, -1) }
  for (const [name, value] of Object.entries(fixed)) {
    Object.defineProperty(provider.request, name, { get: () => value })
  }
}
