import { randomBytes } from 'node:crypto'
import type { AppSession } from '../../platform/caller/app-session.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { hashSecret } from '../secrets.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { type NewBrowserNotice, tellNewBrowser } from './browsers/tell-new-browser.ts'
import { lockProvenPerson } from './lock-proven-person.ts'
import { deleteSessionByToken, insertSession } from './queries.ts'
import type { SignInProof } from './sign-in-proof.ts'

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
  /** Undefined only in tests: a password that is not compared. */
  readonly proof?: SignInProof
  /** The person is told by e-mail that this browser is new. */
  readonly notice?: NewBrowserNotice | undefined
}

/**
 * Each sign-in starts a new session. The browser's previous one ends: someone else may have planted it. No session starts if what
 * the sign-in was proven with no longer counts, or if it lacks a second factor which the person has or the firm requires.
 */
export async function startSession(database: Database, start: Start): Promise<StartedSession> {
  const { personId, heldToken, browser = null, proof, notice } = start
  const token = newToken()
  return inTransaction(database, async tx => {
    const { firmId, hasAccount, hasSecondFactor } = await lockProvenPerson(tx, personId, proof)
    if (heldToken !== undefined) await deleteSessionByToken(tx, [hashSecret(heldToken)])
    const values = [personId, hashSecret(token), sessionLifetimes.whole, browser, hasSecondFactor] as const
    const inserted = firstRow(await insertSession(tx, [...values]), 'the new session')
    if (notice) await tellNewBrowser(tx, { personId, browser, ...notice })
    return { session: { ...inserted, firmId, hasAccount }, token }
  })
}
