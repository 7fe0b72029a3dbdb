import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { paths, wellKnownPaths } from '../paths.ts'
import { splitScopes } from '../scope-rules.ts'
import type { ProviderParts } from './provider-parts.ts'
import { retryAfterSeconds, StoreUnavailable, traceIdOf } from './store.ts'

type Middleware = Parameters<Provider['use']>[0]
type Body = Record<string, unknown> | undefined

/** Final changes to every response. */
export const finishResponse: Middleware = async (ctx, next) => {
  await next()
  // Servers fetch tokens. No page of another site needs access.
  for (const name of ctx.res.getHeaderNames()) {
    if (name.startsWith('access-control-')) ctx.remove(name)
  }
  if (ctx.status === 503) ctx.set('retry-after', retryAfterSeconds)
  if (ctx.status === 404 && ctx.body === undefined) {
    ctx.body = { error: 'invalid_request', error_description: 'there is nothing at this address' }
    ctx.status = 404
  }
  const body = ctx.body as Body
  // The library says invalid_request where the standard has a more specific code.
  if (body?.['error_description'] === 'requested grant type is not allowed for this client') {
    body['error'] = 'unauthorized_client'
  }
  if (isWellKnown(ctx.path) && body) body['response_modes_supported'] = ['query']
}

const isWellKnown = (path: string): boolean => wellKnownPaths.some(known => known === path)

/** Failures outside the library's own error handling, such as saving the session at the end. */
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

/** Adapts an authorization request of our interface to what the library expects. */
export const adaptRequest: Middleware = (ctx, next) => {
  if (ctx.path !== paths.authorization) return next()
  const { scope, prompt, response_mode: mode, ...rest } = ctx.query
  // The library silently drops offline_access unless the advisor is asked, so we ask.
  const mustAsk =
    splitScopes(scope).includes('offline_access') &&
    (prompt === undefined || (typeof prompt === 'string' && !/\b(consent|none)\b/.test(prompt)))
  ctx.query = {
    ...rest,
    ...(scope !== undefined && { scope }),
    ...(mustAsk
      ? { prompt: [prompt, 'consent'].filter(Boolean).join(' ') }
      : prompt !== undefined && { prompt }),
    // Under its real name, another mode would already be used to report the error.
    ...(mode !== undefined && { response_mode: mode === 'query' ? mode : 'unsupported' }),
  }
  return next()
}

/** Signing in as another advisor starts a new session. The library would require a page with a script for that. */
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
