import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { paths, wellKnownPaths } from './paths.ts'
import type { ProviderParts } from './provider-parts.ts'
import { splitScopes } from './scope-rules.ts'
import { retryAfterSeconds, StoreUnavailable, traceIdOf } from './store.ts'

type Middleware = Parameters<Provider['use']>[0]
type Body = Record<string, unknown> | undefined

/** The last word on every answer. */
export const tidyAnswer: Middleware = async (ctx, next) => {
  await next()
  // Tokens are fetched by servers. No page elsewhere has business here.
  for (const name of ctx.res.getHeaderNames()) {
    if (name.startsWith('access-control-')) ctx.remove(name)
  }
  if (ctx.status === 503) ctx.set('retry-after', retryAfterSeconds)
  if (ctx.status === 404 && ctx.body === undefined) {
    ctx.body = { error: 'invalid_request', error_description: 'there is nothing at this address' }
    ctx.status = 404
  }
  const body = ctx.body as Body
  // The library says invalid_request where the standard has a word of its own.
  if (body?.['error_description'] === 'requested grant type is not allowed for this client') {
    body['error'] = 'unauthorized_client'
  }
  if (isWellKnown(ctx.path) && body) body['response_modes_supported'] = ['query']
}

const isWellKnown = (path: string): boolean => wellKnownPaths.some(known => known === path)

/** What fails outside the library's own error handling, such as saving the session when all else is done. */
export const answerFailures =
  ({ log, renderError }: ProviderParts): Middleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const isDown = error instanceof StoreUnavailable
      if (!isDown) log.error({ err: error, traceId: traceIdOf(ctx) }, 'authorization failed')
      ctx.remove('location')
      ctx.remove('set-cookie')
      ctx.status = isDown ? 503 : 500
      const out = { error: isDown ? error.error : 'server_error' }
      await renderError(ctx as KoaContextWithOIDC, out, error as Error)
    }
  }

/** Brings an authorization request of our interface into the shape that the library expects. */
export const fillIn: Middleware = (ctx, next) => {
  if (ctx.path !== paths.authorization) return next()
  const { scope, prompt, response_mode: mode, ...rest } = ctx.query
  // It would drop offline_access in silence unless the advisor is asked. So the advisor is.
  const mustAsk =
    splitScopes(scope).includes('offline_access') &&
    (prompt === undefined || (typeof prompt === 'string' && !/\b(consent|none)\b/.test(prompt)))
  ctx.query = {
    ...rest,
    ...(scope !== undefined && { scope }),
    ...(mustAsk
      ? { prompt: [prompt, 'consent'].filter(Boolean).join(' ') }
      : prompt !== undefined && { prompt }),
    // Under its name, another mode would already be used to tell of the mistake.
    ...(mode !== undefined && { response_mode: mode === 'query' ? mode : 'unsupported' }),
  }
  return next()
}

/** Whoever signs in as somebody else gets a new session. The library would want a page with a script for that. */
export const replaceSession =
  (provider: Provider): Middleware =>
  async (ctx, next) => {
    const id = ctx.path.startsWith(`${paths.authorization}/`)
      ? ctx.cookies.get(provider.cookieName('resume'), { signed: true })
      : undefined
    const interaction = id === undefined ? undefined : await provider.Interaction.find(id)
    const signedInAs = interaction?.result?.login?.accountId
    if (interaction && signedInAs !== undefined) {
      const session = await provider.Session.get(ctx)
      if (session.accountId !== undefined && session.accountId !== signedInAs) {
        await session.destroy()
        interaction.session = undefined
        await interaction.persist()
        ctx.req.headers.cookie = without(provider.cookieName('session'), ctx.req.headers.cookie)
      }
    }
    await next()
  }

const without = (name: string, cookies = ''): string =>
  cookies
    .split(/;\s*/)
    .filter(cookie => !cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}.sig=`))
    .join('; ')
