import type { Queryable } from '../../db/pool.ts'
import { defaultPolicy } from './policy-texts.ts'
import { currentPolicy } from './queries.ts'
import { type PolicyVersion, policyOf, type TextingPolicy } from './records.ts'

/** Version 0: nobody has decided anything, and the defaults hold. */
type FirmPolicy =
  | PolicyVersion
  | (TextingPolicy & { readonly version: 0; readonly decidedBy: null; readonly decidedAt: null })

/** What holds for a firm now. */
export async function findTextingPolicy(db: Queryable, firmId: number): Promise<FirmPolicy> {
  const [current] = await currentPolicy(db, [firmId])
  return current ? policyOf(current) : { version: 0, ...defaultPolicy, decidedBy: null, decidedAt: null }
}
