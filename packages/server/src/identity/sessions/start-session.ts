import { randomBytes } from 'node:crypto'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import type { AppSession } from '../../http/session-guard.ts'
import { hashSecret } from '../secrets.ts'
import { sessionLifetimes } from './lifetimes.ts'
import { deleteSessionByToken, holdPassword, insertSession } from './queries.ts'

export interface StartedSession {
  readonly session: AppSession
  /** For the cookie, and for nobody else. */
  readonly token: string
}

export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * A session of its own for each sign-in. Whatever the browser held before ends: somebody else may have put it there. A
 * password that fitted takes a while to be found to fit; if it was changed meanwhile, which ends every session, it opens none.
 */
export async function startSession(
  database: Database,
  advisorId: number,
  heldToken: string | undefined,
  fittedHash?: string | null,
): Promise<StartedSession> {
  const token = newToken()
  return inTransaction(database, async tx => {
    if (fittedHash !== undefined && (await holdPassword(tx, [advisorId, fittedHash])).length === 0) {
      throw new Problem('forbidden', 'The password was changed just now. Sign in again with the new one.')
    }
    if (heldToken !== undefined) await deleteSessionByToken(tx, [hashSecret(heldToken)])
    const [session] = await insertSession(tx, [advisorId, hashSecret(token), sessionLifetimes.whole])
    if (!session) throw new Error('an insert answered nothing')
    return { session, token }
  })
}
