import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { advisorByEmail, advisorByIdentifier } from './queries.ts'
import { type Advisor, advisorOf } from './records.ts'

/** Finds an advisor by identifier or e-mail address. */
export async function findAdvisor(db: Queryable, reference: string): Promise<Advisor> {
  const query = reference.includes('@') ? advisorByEmail : advisorByIdentifier
  const [advisor] = await query(db, [reference])
  if (!advisor) throw new Problem('not_found', `There is no advisor ${reference}.`)
  return advisorOf(advisor)
}
