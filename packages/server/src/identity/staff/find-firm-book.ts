import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type HeldAccountRow, heldAccount } from './holder-queries.ts'

/** An advisor's account of the firm. One of another firm does not exist here. */
export async function findFirmBook(
  db: Queryable,
  firmId: number,
  advisorId: number,
): Promise<HeldAccountRow> {
  const [account] = await heldAccount(db, [advisorId])
  if (account?.firmId !== firmId) throw new Problem('not_found', 'There is no such advisor in your firm.')
  return account
}
