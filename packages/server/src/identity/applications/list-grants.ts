import type { Queryable } from '../../platform/db/pool.ts'
import { grantsOfAdvisor } from './queries.ts'
import type { Grant } from './records.ts'

/** An advisor's grants, newest first, including revoked ones. */
export async function listGrants(db: Queryable, advisorId: number): Promise<Grant[]> {
  return grantsOfAdvisor(db, [advisorId])
}
