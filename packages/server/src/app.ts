import { RememberedTotals } from './addressbook/index.ts'
import { serveAddressBook } from './addressbook/serve.ts'
import { serveAdvisorApp } from './advisorapp/index.ts'
import { readinessBy, readinessOf } from './config/readiness-of.ts'
import type { Config } from './config.ts'
import { serveConsole } from './console/index.ts'
import { serveContent } from './content/serve.ts'
import { serveCarrierWebhooks } from './delivery/serve.ts'
import { serveEvents } from './events/serve.ts'
import {
  createAuthorizationServer,
  createGuard,
  createSessionGuard,
  errorPage,
  serveAppSignIn,
  serveDirectory,
  serveFirmSignIn,
  serveIdentityApp,
  serveLinks,
  serveOnce,
  serveSignIn,
} from './identity/serve.ts'
import { inspectDatabase } from './platform/db/inspect-database.ts'
import type { Database } from './platform/db/pool.ts'
import { closedGuard, type Guard } from './platform/http/guard.ts'
import { serveHealth, serveMetrics } from './platform/http/health.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import type { SessionGuard } from './platform/http/session-guard.ts'
import { readRoom } from './platform/partitions/room.ts'
import type { Logger } from './platform/telemetry/logger.ts'
import type { Metrics } from './platform/telemetry/metrics.ts'
import { serveReference } from './reference/index.ts'
import { followNewPhones } from './texting/index.ts'
import { serveSandbox, serveTexting } from './texting/serve.ts'
import { serveWebhooks } from './webhooks/serve.ts'

export interface Parts<Needed extends keyof Config = never> {
  /** Settings that are not needed may be absent. */
  readonly config: Pick<Config, 'cell' | 'environment' | 'publicOrigin' | 'trustedProxies' | Needed> &
    Partial<Config>
  readonly database: Database
  readonly log: Logger
  readonly metrics: Metrics
}

/** Settings of the api beyond those of every process. */
export const apiSettings = [
  'secretKey',
  'formerSecretKeys',
  'redisUrl',
  'outsideIssuer',
  'outsideJwksUrl',
  'outsideAudience',
  'outsideClaims',
  'webhookNetworks',
] as const satisfies readonly (keyof Config)[]

interface ApiParts extends Parts<(typeof apiSettings)[number]> {
  /** Folder of the built advisor app. Default: the build output. */
  readonly appFiles?: string
}

/** The HTTP server of `parley api`. Features add their routes here, by name. */
export async function createApp(parts: ApiParts): Promise<HttpServer> {
  const guard = createGuard(parts)
  const app = createServer(parts, { guard, sessionGuard: createSessionGuard(parts) })
  serveReadiness(app, parts)
  app.addHook('onClose', () => guard.close())
  const authorization = await createAuthorizationServer({ ...parts, renderError: errorPage })
  authorization.mount(app)
  serveSignIn(app, { ...parts, authorization })
  serveAppSignIn(app, parts)
  serveLinks(app, parts)
  serveFirmSignIn(app, { ...parts, authorization })
  serveOnce(app, parts)
  serveDirectory(app, parts)
  serveIdentityApp(app, parts)
  const totals = new RememberedTotals()
  serveAddressBook(app, { ...parts, totals, followPhones: followNewPhones })
  serveContent(app, parts)
  serveTexting(app, parts)
  serveEvents(app, parts)
  serveWebhooks(app, parts)
  serveCarrierWebhooks(app, parts)
  serveReference(app, parts)
  // In production these paths are unknown, like any other.
  if (parts.config.environment === 'sandbox') serveSandbox(app, parts)
  serveAdvisorApp(app, { ...parts, totals })
  serveConsole(app, parts)
  return app
}

/** A server with only the operator endpoints, on a port that is not public. */
export function createOperatorServer(parts: Parts): HttpServer {
  const app = createServer(parts, { guard: closedGuard })
  serveReadiness(app, parts)
  serveMetrics(app, parts.metrics.render)
  return app
}

function createServer(
  { config: { publicOrigin: origin, trustedProxies }, log }: Parts,
  guards: { readonly guard: Guard; readonly sessionGuard?: SessionGuard },
): HttpServer {
  return createHttpServer({ log, origin, trustedProxies, ...guards })
}

function serveReadiness(app: HttpServer, { config, database }: Parts): void {
  serveHealth(app, async () => {
    const readiness = readinessOf(await inspectDatabase(database, config))
    if (!readiness.ready) return readiness
    const [room] = await readRoom(database, [])
    return room ? readinessBy(room) : readiness
  })
}
