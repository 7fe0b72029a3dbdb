import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { advisorById } from './queries.ts'
import { type Advisor, advisorOf } from './records.ts'

export async function findAdvisorById(db: Queryable, advisorId: number): Promise<Advisor> {
  const [advisor] = await advisorById(db, [advisorId])
  if (!advisor) throw new Problem('not_found', `There is no advisor with the id ${advisorId}.`)
  return advisorOf(advisor)
}
