import type { FastifyBaseLogger } from 'fastify'
import type { Environment } from '../db/migrate.ts'
import type { Database } from '../db/pool.ts'
import type { HttpServer } from '../http/server.ts'
import { serveContacts } from './contacts/routes.ts'
import { serveFiles } from './files/serve-files.ts'
import { serveEvents } from './live/serve-events.ts'
import { serveMe } from './me.ts'

interface AdvisorAppParts {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly config: { readonly environment: Environment; readonly publicOrigin: string }
  /** Where the built app is. */
  readonly appFiles?: string
}

export function serveAdvisorApp(app: HttpServer, parts: AdvisorAppParts): void {
  serveMe(app, parts)
  serveContacts(app, parts)
  serveEvents(app, parts)
  serveFiles(app, parts)
}
