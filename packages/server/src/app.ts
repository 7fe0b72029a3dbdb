import { serveAddressBook } from './addressbook/serve.ts'
import { serveAdvisorApp } from './advisorapp/index.ts'
import type { Config } from './config.ts'
import { serveContent } from './content/serve.ts'
import { inspectDatabase } from './db/inspect-database.ts'
import type { Database } from './db/pool.ts'
import { closedGuard, type Guard } from './http/guard.ts'
import { serveHealth } from './http/health.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import type { SessionGuard } from './http/session-guard.ts'
import {
  createAuthorizationServer,
  createGuard,
  createSessionGuard,
  errorPage,
  serveAppSignIn,
  serveIdentityApp,
  serveSignIn,
} from './identity/serve.ts'
import { readinessOf } from './readiness-of.ts'
import { serveReference } from './reference/index.ts'
import type { Logger } from './telemetry/logger.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { serveCarrierWebhooks, serveSandbox, serveTexting } from './texting/serve.ts'

export interface Parts<Needed extends keyof Config = never> {
  readonly config: Pick<Config, 'cell' | 'environment' | 'publicOrigin' | 'trustedProxies' | Needed>
  readonly database: Database
  readonly log: Logger
  readonly metrics: Metrics
}

/** What the api needs to know besides what every process does. */
export const apiSettings = [
  'secretKey',
  'redisUrl',
  'outsideIssuer',
  'outsideJwksUrl',
  'outsideAudience',
  'outsideClaims',
] as const satisfies readonly (keyof Config)[]

interface ApiParts extends Parts<(typeof apiSettings)[number]> {
  /** Where the built app of the advisor is, if not where building puts it. */
  readonly appFiles?: string
}

/** What `parley api` answers. Features add their routes here, by name. */
export async function createApp(parts: ApiParts): Promise<HttpServer> {
  const guard = createGuard(parts)
  const app = createOperatorServer(parts, { guard, sessionGuard: createSessionGuard(parts) })
  app.addHook('onClose', () => guard.close())
  const authorization = await createAuthorizationServer({ ...parts, renderError: errorPage })
  authorization.mount(app)
  serveSignIn(app, { ...parts, authorization })
  serveAppSignIn(app, parts)
  serveIdentityApp(app, parts)
  serveAddressBook(app, parts)
  serveContent(app, parts)
  serveTexting(app, parts)
  serveCarrierWebhooks(app, parts)
  serveReference(app, parts)
  // Elsewhere these addresses are as unknown as any other.
  if (parts.config.environment === 'sandbox') serveSandbox(app, parts)
  serveAdvisorApp(app, parts)
  return app
}

/** A server with nothing but the operator's addresses; the worker has one of its own. */
export function createOperatorServer(
  { config, database, log, metrics }: Parts,
  guards: { readonly guard: Guard; readonly sessionGuard?: SessionGuard } = { guard: closedGuard },
): HttpServer {
  const { publicOrigin: origin, trustedProxies } = config
  const app = createHttpServer({ log, origin, trustedProxies, ...guards })
  serveHealth(app, {
    readiness: async () => readinessOf(await inspectDatabase(database, config)),
    renderMetrics: metrics.render,
  })
  return app
}
