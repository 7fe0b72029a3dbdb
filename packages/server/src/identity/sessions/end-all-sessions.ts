import type * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { endSessions } from './end-sessions.ts'
import { recordEnd } from './record-end.ts'

/** Signs the advisor out everywhere, or everywhere but in one session of the app. Returns how many sessions ended. */
export async function endAllSessions(
  database: Database,
  author: journal.Author,
  exceptSessionId: number | null = null,
): Promise<number> {
  return inTransaction(database, async tx => {
    const ended = await endSessions(tx, [author.advisorId], exceptSessionId)
    await recordEnd(tx, author, ended)
    return ended
  })
}
