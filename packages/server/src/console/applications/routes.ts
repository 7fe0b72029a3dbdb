import { appOperations, type FirmApplication, limits, type Scope, scopes } from '@parley/contract'
import { listFirmApplications, showFirmApplication, unauthorizeApplication } from '../../identity/index.ts'
import { listActs } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firmRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { actorOf } from '../actor-of.ts'

type Row = Awaited<ReturnType<typeof listFirmApplications>>[number]

const shown = ({
  applicationId,
  name,
  isActive,
  advisors,
  firmScopes,
  allowedByFirmAt,
}: Row): FirmApplication => ({
  applicationId,
  name,
  isActive,
  advisors,
  firmScopes: firmScopes.map(scope => ({ scope, words: scopes[scope as Scope] ?? scope })),
  ...(allowedByFirmAt && { dateTimeAllowedByFirm: allowedByFirmAt.toISOString() }),
})

/** Applications that act for the firm's advisors. */
export function serveApplications(app: HttpServer, { database }: { readonly database: Database }): void {
  firmRoute(app, appOperations.listFirmApplications, async ({ session }) => ({
    data: (await listFirmApplications(database, session.firmId)).map(shown),
  }))

  firmRoute(app, appOperations.showFirmApplication, async ({ session, params }) => {
    const { use, ...application } = await showFirmApplication(database, session.firmId, params.applicationId)
    return { ...shown(application), use: [...use] }
  })

  firmRoute(app, appOperations.listFirmApplicationActs, async ({ session, params }) => {
    const { applicationId, advisorId } = params
    const { use } = await showFirmApplication(database, session.firmId, applicationId)
    if (!use.some(each => each.advisorId === advisorId)) {
      throw new Problem('not_found', 'The application does not act for such an advisor of your firm.')
    }
    const { acts, since } = await listActs(database, { advisorId, applicationId, limit: limits.actsShown })
    return {
      data: acts.map(({ entryId, at, kind }) => ({ entryId, dateTime: at.toISOString(), kind })),
      since: since.toISOString(),
    }
  })

  firmRoute(app, appOperations.endFirmApplication, async ({ session, params }) => {
    const { firmId } = session
    const { clientId } = await showFirmApplication(database, firmId, params.applicationId)
    await unauthorizeApplication(database, { clientId, firmId }, actorOf(session))
    return undefined
  })
}
