import type { Queryable } from '../../platform/db/pool.ts'
import { policies } from './queries.ts'
import type { PolicyVersion } from './records.ts'

/** All versions of a firm's policy, newest first. */
export async function listTextingPolicies(db: Queryable, firmId: number): Promise<PolicyVersion[]> {
  return policies(db, [firmId])
}
