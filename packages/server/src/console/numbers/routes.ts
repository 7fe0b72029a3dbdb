import { appOperations } from '@parley/contract'
import { changeTextingNumber, listAdvisors, listTextingNumbers } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firmRoute } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { actorOf } from '../actor-of.ts'

/** Texting numbers of the firm's advisors. */
export function serveNumbers(app: HttpServer, { database }: { readonly database: Database }): void {
  firmRoute(app, appOperations.listFirmNumbers, async ({ session: { firmId } }) => {
    const [numbers, advisors] = await Promise.all([
      listTextingNumbers(database, { firmId }),
      listAdvisors(database, firmId),
    ])
    const active = new Set(advisors.flatMap(each => (each.active ? [each.id] : [])))
    return {
      data: numbers
        .toSorted((one, other) => Number(other.active) - Number(one.active))
        .map(({ number, advisor, active: isActive, createdAt }) => ({
          number,
          advisor: { advisorId: advisor.id, name: advisor.name, isActive: active.has(advisor.id) },
          isActive,
          dateTimeAdded: createdAt.toISOString(),
        })),
    }
  })

  firmRoute(app, appOperations.changeFirmNumber, async ({ session, params, body }) => {
    // A number of another firm and one that nobody has get the same answer. A number that has moved is the other firm's.
    const numbers = await listTextingNumbers(database, { firmId: session.firmId })
    if (!numbers.some(({ number }) => number === params.number)) {
      throw new Problem('not_found', 'There is no such number in your firm.')
    }
    const { firmId } = session
    await changeTextingNumber(database, params.number, { active: body.isActive }, actorOf(session), firmId)
    return undefined
  })
}
