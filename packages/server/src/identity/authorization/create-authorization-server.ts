import type { FastifyBaseLogger } from 'fastify'
import type Provider from 'oidc-provider'
import type { HttpServer } from '../../platform/http/server.ts'
import { WrongSecretKeyError } from '../secret-key/seal.ts'
import { createRenderFailure, type FailurePage, notAvailable } from './create-render-failure.ts'
import { createProvider } from './provider/create-provider.ts'
import type { ProviderParts } from './provider/provider-parts.ts'
import { askStore, StoreUnavailable } from './provider/store.ts'
import { mountProvider } from './serve-provider.ts'
import { loadSigningKeys } from './signing-keys/load-signing-keys.ts'

export interface AuthorizationServer {
  /** The current provider; it is replaced when the keys change. Throws until the database was first reachable. */
  readonly provider: Provider
  readonly mount: (app: HttpServer) => void
}

interface Options extends Pick<ProviderParts, 'database' | 'config'> {
  readonly log: FastifyBaseLogger
  /** The page that a person sees when the flow fails. */
  readonly renderError: (page: FailurePage) => string
  /** Interval of checks for new keys. */
  readonly keysEveryMs?: number
}

/**
 * The OAuth server. It starts without a database, returns 503 until there is one, and loads new signing keys as they appear.
 */
export async function createAuthorizationServer(options: Options): Promise<AuthorizationServer> {
  const { database, config, log, keysEveryMs = 15_000 } = options
  const parts = { ...options, renderError: createRenderFailure(config.publicOrigin, options.renderError) }
  const ask = askStore(log)
  let current: { readonly provider: Provider; readonly kids: string } | undefined
  let loading: Promise<Provider> | undefined

  const load = async (): Promise<Provider> => {
    const keys = await ask(() => loadSigningKeys(database, config))
    const kids = keys.map(({ kid }) => kid).join()
    if (current?.kids !== kids) current = { provider: createProvider(parts, keys), kids }
    return current.provider
  }
  const reload = (): Promise<Provider> => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
  const reloadQuietly = (): void => {
    reload().catch((error: unknown) => log.warn({ err: error }, 'could not load the signing keys'))
  }

  await reload().catch((error: unknown) => {
    if (error instanceof WrongSecretKeyError) throw error
    log.warn({ err: error }, 'the authorization server is waiting for the database')
  })
  const timer = setInterval(reloadQuietly, keysEveryMs).unref()

  return {
    get provider() {
      if (!current) throw new StoreUnavailable(new Error('The signing keys are not loaded yet'))
      return current.provider
    },
    mount: app => {
      mountProvider(app, {
        current: async () => current?.provider ?? reload(),
        publicOrigin: config.publicOrigin,
        renderAway: traceId => options.renderError({ ...notAvailable, traceId }),
      })
      app.addHook('onClose', async () => {
        clearInterval(timer)
        await loading?.catch(() => {})
      })
    },
  }
}
