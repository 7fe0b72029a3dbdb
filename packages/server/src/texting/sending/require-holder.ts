import { refuseFormerHolder } from '../../identity/index.ts'
import type { Author } from '../../journal/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { holderForShare } from './queries.ts'

/** The account stays locked until the commit, so that the next handover sees what a former advisor leaves behind. */
export async function requireHolder(tx: Tx, { advisorId, actor }: Author): Promise<void> {
  if (actor.kind !== 'advisor') return
  const [account] = await holderForShare(tx, [advisorId])
  refuseFormerHolder({ id: advisorId, holderId: account?.holderId }, actor)
}
