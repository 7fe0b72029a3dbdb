import type { Tx } from '../../platform/db/pool.ts'
import { lockAccountsOfPeople, lockFirmsOfPeople, lockPersonRows } from './queries.ts'

/**
 * Before links or sessions of people are deleted: firm, accounts, people, then them, as in a deactivation (docs/decisions/0012-texting.md).
 * The lock on the firm keeps handovers away: an account that somebody gets meanwhile would be locked out of order.
 * The lock on the person waits for a sign-in that is being committed, so that its session is seen and ends as well.
 */
export async function lockPeople(tx: Tx, personIds: readonly number[]): Promise<void> {
  await lockFirmsOfPeople(tx, [personIds])
  await lockAccountsOfPeople(tx, [personIds])
  await lockPersonRows(tx, [personIds])
}
