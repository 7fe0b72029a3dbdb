import { operations } from '@parley/contract'
import type { Database } from '../db/pool.ts'
import { route } from '../http/route.ts'
import type { HttpServer } from '../http/server.ts'
import { searchContent } from './search-content.ts'

export function serveContent(app: HttpServer, { database }: { readonly database: Database }): void {
  route(app, operations.searchContent, ({ caller, query }) =>
    searchContent(database, caller.advisorId, query),
  )
}
