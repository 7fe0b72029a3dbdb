import type { Environment } from '../platform/db/migrate.ts'
import type { Database } from '../platform/db/pool.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { serveApplications } from './applications/routes.ts'
import { serveBooks } from './books/routes.ts'
import { serveJournal } from './journal/routes.ts'
import { serveNumbers } from './numbers/routes.ts'
import { serveOverview } from './overview/routes.ts'
import { servePeople } from './people/routes.ts'
import { servePolicy } from './policy/routes.ts'
import { serveWho } from './routes.ts'

interface ConsoleParts {
  readonly database: Database
  readonly config: {
    readonly environment: Environment
    readonly publicOrigin: string
    readonly mailUrl?: string | undefined
  }
}

export function serveConsole(app: HttpServer, parts: ConsoleParts): void {
  serveWho(app, parts)
  serveOverview(app, parts)
  servePeople(app, parts)
  serveBooks(app, parts)
  serveNumbers(app, parts)
  serveApplications(app, parts)
  servePolicy(app, parts)
  serveJournal(app, parts)
}
