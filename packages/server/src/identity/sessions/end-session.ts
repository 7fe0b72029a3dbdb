import type * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { deleteAuthorizationSession, deleteSession } from './queries.ts'
import { recordEnd } from './record-end.ts'
import { parseSessionName } from './session-name.ts'

/** Ends one session of the advisor, by its name in the list. */
export async function endSession(
  database: Database,
  author: journal.Author,
  sessionId: string,
): Promise<void> {
  const { advisorId } = author
  const name = parseSessionName(sessionId)
  if (!name) throw over()
  await inTransaction(database, async tx => {
    const ended =
      name.purpose === 'app'
        ? await deleteSession(tx, [advisorId, name.id])
        : await deleteAuthorizationSession(tx, [advisorId, name.uid])
    if (ended.length === 0) throw over()
    await recordEnd(tx, author, ended.length)
  })
}

const over = (): Problem => new Problem('not_found', 'This session has already ended.')
