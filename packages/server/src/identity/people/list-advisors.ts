import type { Queryable } from '../../platform/db/pool.ts'
import { advisors } from './queries.ts'
import { type Advisor, advisorOf } from './records.ts'

/** Advisors of one firm, or of all. */
export async function listAdvisors(db: Queryable, firmId?: number): Promise<Advisor[]> {
  return (await advisors(db, [firmId])).map(advisorOf)
}
