import { findTextingAccounts } from '../../consent/index.ts'
import { listTextingNumbers, type TextingNumber } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'

/** The advisor's texting number, the same one that a send would use. */
export async function otherEnd(db: Queryable, advisorId: number): Promise<TextingNumber> {
  const account = (await findTextingAccounts(db, [advisorId])).get(advisorId)
  const numbers = await listTextingNumbers(db, { advisorId })
  const sending = numbers.find(({ number }) => number === account?.number)
  if (!sending)
    throw new Problem('conflict', 'The advisor has no texting number, so the handset has nobody to text.')
  return sending
}
