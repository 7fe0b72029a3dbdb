import type { Author } from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { holderForShare } from './queries.ts'

/**
 * Refuses an advisor whose account was handed over after their request was admitted. The account stays locked until the commit, so that
 * the next handover sees what they leave behind.
 */
export async function requireHolder(tx: Tx, { advisorId, actor }: Author): Promise<void> {
  if (actor.kind !== 'advisor') return
  const [account] = await holderForShare(tx, [advisorId])
  if (account?.holderId !== (actor.personId ?? advisorId)) {
    throw new Problem('forbidden', 'This account has another advisor now.')
  }
}
