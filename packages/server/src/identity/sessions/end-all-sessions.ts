import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type PersonAuthor, recordOfPerson } from '../person/person-author.ts'
import { endSessions } from './end-sessions.ts'

/** Signs a person out everywhere, or everywhere but in one session of the app. Returns how many sessions ended. */
export async function endAllSessions(
  database: Database,
  author: PersonAuthor,
  exceptSessionId: number | null = null,
): Promise<number> {
  return inTransaction(database, async tx => {
    const ended = await endSessions(tx, [author.personId], exceptSessionId)
    await recordOfPerson(tx, author, { kind: 'sessions.ended', facts: { sessions: ended } })
    return ended
  })
}
