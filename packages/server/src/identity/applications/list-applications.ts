import type { Queryable } from '../../platform/db/pool.ts'
import { applications } from './queries.ts'
import { type Application, applicationOf } from './records.ts'

export async function listApplications(db: Queryable): Promise<Application[]> {
  return (await applications(db, [])).map(applicationOf)
}
