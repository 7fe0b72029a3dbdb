import type { Queryable } from '../../db/pool.ts'
import { policies } from './queries.ts'
import { type PolicyVersion, policyOf } from './records.ts'

/** Everything a firm has decided, newest first. */
export async function listTextingPolicies(db: Queryable, firmId: number): Promise<PolicyVersion[]> {
  return (await policies(db, [firmId])).map(policyOf)
}
