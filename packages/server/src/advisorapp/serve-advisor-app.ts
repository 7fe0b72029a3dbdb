import type { FastifyBaseLogger } from 'fastify'
import type { RememberedTotals } from '../addressbook/index.ts'
import type { Environment } from '../platform/db/migrate.ts'
import type { Database } from '../platform/db/pool.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { serveDisclosures } from './applications/routes.ts'
import { serveContacts } from './contacts/routes.ts'
import { serveFiles } from './files/serve-files.ts'
import { serveEvents } from './live/serve-events.ts'
import { serveProofs } from './proofs/routes.ts'
import { serveMe } from './routes.ts'

interface AdvisorAppParts {
  readonly database: Database
  readonly totals: RememberedTotals
  readonly log: FastifyBaseLogger
  readonly config: {
    readonly environment: Environment
    readonly publicOrigin: string
    readonly logDirectory?: string
  }
  /** Folder of the built app. */
  readonly appFiles?: string
}

export function serveAdvisorApp(app: HttpServer, parts: AdvisorAppParts): void {
  serveMe(app, parts)
  serveContacts(app, parts)
  serveDisclosures(app, parts)
  serveProofs(app, parts)
  serveEvents(app, parts)
  serveFiles(app, parts)
}
