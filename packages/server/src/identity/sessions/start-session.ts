import { randomBytes } from 'node:crypto'
import type { AppSession } from '../../platform/caller/app-session.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { factorsOf } from '../person/queries.ts'
import { hashSecret } from '../secrets.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { deleteSessionByToken, insertSession, lockPerson } from './queries.ts'
import { tellNewBrowser } from './tell-new-browser.ts'

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
  /** The sign-in included one: a passkey, or a code beside the password. */
  readonly hasSecondFactor?: boolean
  /** Where the app is. The person is told by e-mail that this browser is new. */
  readonly tellsNewBrowserAt?: string | undefined
}

/**
 * Each sign-in starts a new session. The browser's previous one ends: someone else may have planted it. Verifying a password
 * takes a while; if it was changed, a second factor added or the account disabled meanwhile, which ends every session, no session
 * starts. Nothing is a session that lacks a second factor which the person has or the firm requires.
 */
export async function startSession(database: Database, start: Start): Promise<StartedSession> {
  const {
    personId,
    heldToken,
    browser = null,
    fittedHash,
    hasSecondFactor = false,
    tellsNewBrowserAt,
  } = start
  const token = newToken()
  return inTransaction(database, async tx => {
    const [person] = await lockPerson(tx, [personId])
    if (!person?.isActive) throw new Problem('forbidden', 'Your account was disabled just now.')
    if (fittedHash !== undefined && person.passwordHash !== fittedHash) {
      throw new Problem('forbidden', 'The password was changed just now. Sign in again with the new one.')
    }
    // Read after the lock, so that what was added meanwhile is seen.
    const [factors] = await factorsOf(tx, [personId])
    if (!hasSecondFactor && (factors?.hasCodes || factors?.isRequired)) {
      throw new Problem('forbidden', 'This account needs a second factor. Sign in again.')
    }
    if (heldToken !== undefined) await deleteSessionByToken(tx, [hashSecret(heldToken)])
    const values = [personId, hashSecret(token), sessionLifetimes.whole, browser, hasSecondFactor] as const
    const inserted = firstRow(await insertSession(tx, [...values]), 'the new session')
    if (tellsNewBrowserAt !== undefined) {
      await tellNewBrowser(tx, { personId, browser, publicOrigin: tellsNewBrowserAt })
    }
    const { firmId, hasAccount } = person
    return { session: { ...inserted, firmId, hasAccount }, token }
  })
}
