import type { Queryable } from '../../db/pool.ts'
import { advisors } from './queries.ts'
import { type Advisor, advisorOf } from './records.ts'

/** Of one firm, or all. */
export async function listAdvisors(db: Queryable, firmId?: number): Promise<Advisor[]> {
  return (await advisors(db, [firmId])).map(advisorOf)
}
