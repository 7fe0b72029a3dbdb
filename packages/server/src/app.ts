import type { Config } from './config.ts'
import { type DatabaseState, inspectDatabase } from './db/inspect-database.ts'
import type { Database } from './db/pool.ts'
import { closedGuard } from './http/guard.ts'
import { type Readiness, serveHealth } from './http/health.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import type { Logger } from './telemetry/logger.ts'
import type { Metrics } from './telemetry/metrics.ts'

export interface Parts {
  readonly config: Pick<Config, 'cell' | 'environment' | 'publicOrigin'>
  readonly database: Database
  readonly log: Logger
  readonly metrics: Metrics
}

/** What `parley api` answers. Features add their routes here, by name. */
export function createApp(parts: Parts): HttpServer {
  return createOperatorServer(parts)
}

/** A server with nothing but the operator's addresses; the worker has one of its own. */
export function createOperatorServer({ config, database, log, metrics }: Parts): HttpServer {
  const app = createHttpServer({ log, origin: config.publicOrigin, guard: closedGuard })
  serveHealth(app, {
    readiness: async () => readinessOf(await inspectDatabase(database, config)),
    renderMetrics: metrics.render,
  })
  return app
}

export function readinessOf(database: DatabaseState): Readiness {
  switch (database.state) {
    case 'ready':
      return { ready: true }
    case 'unreachable':
      return { ready: false, why: 'the database cannot be reached' }
    case 'behind':
      return { ready: false, why: `run parley migrate, ${database.pending.length} to apply` }
    case 'foreign': {
      const { cell, environment } = database.found
      return { ready: false, why: `the database belongs to cell ${cell} of ${environment}` }
    }
  }
}
