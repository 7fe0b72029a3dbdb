import type { Queryable } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { listTextingNumbers, type TextingNumber } from '../../identity/index.ts'
import { findTextingAccounts } from '../policy/find-texting-accounts.ts'

/** The advisor's texting number, the very one that a send would leave from. */
export async function otherEnd(db: Queryable, advisorId: number): Promise<TextingNumber> {
  const account = (await findTextingAccounts(db, [advisorId])).get(advisorId)
  const numbers = await listTextingNumbers(db, { advisorId })
  const sending = numbers.find(({ number }) => number === account?.number)
  if (!sending)
    throw new Problem('conflict', 'The advisor has no texting number, so the handset has no other end.')
  return sending
}
