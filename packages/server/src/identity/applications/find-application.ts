import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type ApplicationRow, applicationByClientId } from './queries.ts'

/** The application's row. */
export async function findApplication(
  db: Queryable,
  clientId: string,
  query: typeof applicationByClientId = applicationByClientId,
): Promise<ApplicationRow> {
  const [application] = await query(db, [clientId])
  if (!application) throw new Problem('not_found', `There is no application with the client id ${clientId}.`)
  return application
}
