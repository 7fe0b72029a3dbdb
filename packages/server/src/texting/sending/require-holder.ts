import { isFormerHolder, refuseFormerHolder } from '../../identity/index.ts'
import type { Author } from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { holdersForShare, holdersNowForShare } from './queries.ts'

/** The account stays locked until the commit, so that the next handover sees what a former advisor leaves behind. */
export async function requireHolder(tx: Tx, { advisorId, actor }: Author): Promise<void> {
  if (actor.kind !== 'advisor') return
  const [account] = await holdersForShare(tx, [[advisorId]])
  refuseFormerHolder({ id: advisorId, holderId: account?.holderId }, actor)
}

/** What to do about accounts that are just being changed, for example handed over. */
export type LockedAccounts = 'wait' | 'skip'

/**
 * The same for many: why each author may not go on. One who is absent may. Most sends are by applications, and need no statement.
 */
export async function judgeHolders(
  tx: Tx,
  authors: readonly Author[],
  lockedAccounts: LockedAccounts,
): Promise<ReadonlyMap<Author, 'former' | 'locked'>> {
  const advisors = authors.filter(({ actor }) => actor.kind === 'advisor')
  if (advisors.length === 0) return new Map()
  const lock = lockedAccounts === 'wait' ? holdersForShare : holdersNowForShare
  const accounts = await lock(tx, [[...new Set(advisors.map(({ advisorId }) => advisorId))]])
  const holders = new Map(accounts.map(({ id, holderId }) => [id, holderId]))
  const verdictOf = ({ advisorId, actor }: Author): 'former' | 'locked' | undefined => {
    if (lockedAccounts === 'skip' && !holders.has(advisorId)) return 'locked'
    return isFormerHolder({ id: advisorId, holderId: holders.get(advisorId) }, actor) ? 'former' : undefined
  }
  return new Map(
    advisors.flatMap(author => {
      const verdict = verdictOf(author)
      return verdict ? [[author, verdict]] : []
    }),
  )
}
