import type { Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { sessionOfPerson } from './queries.ts'

/**
 * Refuses to give a way to sign in to a session that has ended since its request was admitted. The person is locked, as by whoever ends
 * all sessions. The session is locked as well: one that is being ended alone is waited for.
 */
export async function requireSession(tx: Tx, personId: number, sessionId: number): Promise<void> {
  const [session] = await sessionOfPerson(tx, [personId, sessionId])
  if (!session) throw new Problem('unauthorized', 'Your session has ended. Sign in again.')
}
