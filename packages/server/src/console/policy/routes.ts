import { appOperations } from '@parley/contract'
import { changeTextingPolicy, findTextingPolicy, listTextingPolicies } from '../../consent/index.ts'
import { describePerson } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firmRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { actorOf } from '../actor-of.ts'
import { checkPolicy } from './check-policy.ts'
import { shownSettings, shownVersion } from './shown-policy.ts'

/** What clients of the firm are told, and who decided it. */
export function servePolicy(app: HttpServer, { database }: { readonly database: Database }): void {
  firmRoute(app, appOperations.getFirmPolicy, async ({ session: { firmId } }) => {
    const [policy, versions] = await Promise.all([
      findTextingPolicy(database, firmId),
      listTextingPolicies(database, firmId),
    ])
    return {
      version: policy.version,
      settings: shownSettings(policy),
      check: await checkPolicy(database, firmId, policy),
      versions: versions.map(shownVersion),
    }
  })

  firmRoute(app, appOperations.checkFirmPolicy, ({ session, body }) =>
    checkPolicy(database, session.firmId, body),
  )

  firmRoute(app, appOperations.changeFirmPolicy, async ({ session, body }) => {
    const { basedOn, ...changes } = body
    const { name, email } = await describePerson(database, session.personId)
    const { policy } = await changeTextingPolicy(database, {
      firmId: session.firmId,
      decidedBy: `${name} <${email}>`,
      actor: actorOf(session),
      changes,
      basedOn,
    })
    return { version: policy.version }
  })
}
