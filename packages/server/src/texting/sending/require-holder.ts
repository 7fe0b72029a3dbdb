import { isFormerHolder, refuseFormerHolder } from '../../identity/index.ts'
import type { Author } from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { holdersForShare } from './queries.ts'

/** The account stays locked until the commit, so that the next handover sees what a former advisor leaves behind. */
export async function requireHolder(tx: Tx, { advisorId, actor }: Author): Promise<void> {
  if (actor.kind !== 'advisor') return
  const [account] = await holdersForShare(tx, [[advisorId]])
  refuseFormerHolder({ id: advisorId, holderId: account?.holderId }, actor)
}

/** The same for many: authors who no longer hold the account. Most sends are by applications, and need no statement. */
export async function findFormerHolders(tx: Tx, authors: readonly Author[]): Promise<ReadonlySet<Author>> {
  const advisors = authors.filter(({ actor }) => actor.kind === 'advisor')
  if (advisors.length === 0) return new Set()
  const accounts = await holdersForShare(tx, [[...new Set(advisors.map(({ advisorId }) => advisorId))]])
  const holders = new Map(accounts.map(({ id, holderId }) => [id, holderId]))
  return new Set(
    advisors.filter(({ advisorId, actor }) =>
      isFormerHolder({ id: advisorId, holderId: holders.get(advisorId) }, actor),
    ),
  )
}
