import { randomBytes } from 'node:crypto'
import type { AppSession } from '../../platform/caller/app-session.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { hashSecret } from '../secrets.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { deleteSessionByToken, insertSession, lockPerson } from './queries.ts'

export interface StartedSession {
  readonly session: AppSession
  /** Only for the cookie. */
  readonly token: string
}

export const newToken = (): string => randomBytes(32).toString('base64url')

interface Start {
  readonly personId: number
  /** Sessions that the browser held before. */
  readonly heldToken?: string | undefined
  readonly browser?: string | null
  /** The password hash that matched. Undefined: a passkey. */
  readonly fittedHash?: string | null | undefined
}

/**
 * Each sign-in starts a new session. The browser's previous one ends: someone else may have planted it. Verifying a password
 * takes a while; if it was changed or the account disabled meanwhile, which ends every session, no session starts.
 */
export async function startSession(database: Database, start: Start): Promise<StartedSession> {
  const { personId, heldToken, browser = null, fittedHash } = start
  const token = newToken()
  return inTransaction(database, async tx => {
    const [person] = await lockPerson(tx, [personId])
    if (!person?.isActive) throw new Problem('forbidden', 'Your account was disabled just now.')
    if (fittedHash !== undefined && person.passwordHash !== fittedHash) {
      throw new Problem('forbidden', 'The password was changed just now. Sign in again with the new one.')
    }
    if (heldToken !== undefined) await deleteSessionByToken(tx, [hashSecret(heldToken)])
    const values = [personId, hashSecret(token), sessionLifetimes.whole, browser] as const
    const inserted = firstRow(await insertSession(tx, [...values]), 'the new session')
    const { firmId, hasAccount } = person
    return { session: { ...inserted, firmId, hasAccount }, token }
  })
}
