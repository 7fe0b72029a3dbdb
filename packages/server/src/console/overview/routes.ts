import { appOperations } from '@parley/contract'
import type { Database } from '../../platform/db/pool.ts'
import { firmRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { getFirmOverview } from './get-firm-overview.ts'
import { listAdvisorFigures } from './list-advisor-figures.ts'
import { listCountedEntries } from './list-counted-entries.ts'

export function serveOverview(app: HttpServer, { database }: { readonly database: Database }): void {
  firmRoute(app, appOperations.getFirmOverview, ({ session: { firmId }, query }) =>
    getFirmOverview(database, { firmId, ...query }),
  )
  firmRoute(app, appOperations.listAdvisorFigures, ({ session: { firmId }, query }) =>
    listAdvisorFigures(database, { firmId, ...query }),
  )
  firmRoute(app, appOperations.listCountedEntries, ({ session: { firmId }, query }) =>
    listCountedEntries(database, { firmId, ...query }),
  )
}
