import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { advisorOfFirm } from './read-queries.ts'

/** The same text whether there is none or it is another firm's. */
export async function findAdvisorOfFirm(
  db: Queryable,
  firmId: number,
  advisorId: number,
): Promise<{ readonly advisorId: number; readonly name: string }> {
  const [advisor] = await advisorOfFirm(db, [firmId, advisorId])
  if (!advisor) throw new Problem('not_found', 'The firm has no advisor with this id.')
  return advisor
}
