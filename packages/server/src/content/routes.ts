import { operations } from '@parley/contract'
import type { Database } from '../platform/db/pool.ts'
import { route } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { searchContent } from './search-content.ts'

export function serveContent(app: HttpServer, { database }: { readonly database: Database }): void {
  route(app, operations.searchContent, ({ caller, query }) =>
    searchContent(database, caller.advisorId, query),
  )
}
