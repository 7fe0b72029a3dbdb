import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type PersonAuthor, recordOfPerson } from '../person/person-author.ts'
import { deleteAuthorizationSession, deleteSession } from './queries.ts'
import { parseSessionName } from './session-name.ts'

/** Ends one session of a person, by its name in the list. */
export async function endSession(database: Database, author: PersonAuthor, sessionId: string): Promise<void> {
  const { personId } = author
  const name = parseSessionName(sessionId)
  if (!name) throw over()
  await inTransaction(database, async tx => {
    const ended =
      name.purpose === 'app'
        ? await deleteSession(tx, [personId, name.id])
        : await deleteAuthorizationSession(tx, [personId, name.uid])
    if (ended.length === 0) throw over()
    await recordOfPerson(tx, author, { kind: 'sessions.ended', facts: { sessions: ended.length } })
  })
}

const over = (): Problem => new Problem('not_found', 'This session has already ended.')
