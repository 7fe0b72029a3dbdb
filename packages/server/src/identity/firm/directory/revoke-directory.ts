import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { deleteExpiredTokens, expireTokens, lockDirectory } from './queries.ts'

/** Ends all tokens of a firm's directory at once. The people stay as they are. */
export async function revokeDirectory(
  database: Database,
  firmId: number,
  by: journal.Actor = journal.setup,
): Promise<void> {
  await inTransaction(database, async tx => {
    const [locked] = await lockDirectory(tx, [firmId])
    const ended = locked ? await expireTokens(tx, [firmId, 0]) : []
    if (ended.length === 0) throw new Problem('conflict', 'The firm has no directory that is connected.')
    await deleteExpiredTokens(tx, [firmId])
    await journal.recordAct(tx, {
      owner: { firmId },
      actor: by,
      kind: 'directory.revoked',
      subject: { kind: 'firm', id: firmId },
      facts: { tokens: ended.length },
    })
  })
}
