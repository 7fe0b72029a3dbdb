import type { Queryable } from '../../platform/db/pool.ts'
import { defaultPolicy } from './policy-texts.ts'
import { currentPolicy } from './queries.ts'
import type { PolicyVersion, TextingPolicy } from './records.ts'

/** Version 0 means the firm has decided nothing and the defaults apply. */
type FirmPolicy =
  | PolicyVersion
  | (TextingPolicy & { readonly version: 0; readonly decidedBy: null; readonly decidedAt: null })

/** The policy in force for a firm. */
export async function findTextingPolicy(db: Queryable, firmId: number): Promise<FirmPolicy> {
  const [current] = await currentPolicy(db, [firmId])
  return current ?? { version: 0, ...defaultPolicy, decidedBy: null, decidedAt: null }
}
