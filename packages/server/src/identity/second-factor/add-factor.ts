import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type PersonAuthor, recordOfPerson } from '../person/person-author.ts'
import { personById } from '../person/queries.ts'
import type { SecretKeys } from '../secret-key/secret-keys.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { noteSecondFactor } from '../sessions/queries.ts'
import { requireSession } from '../sessions/require-session.ts'
import { lockSignInMethods } from '../sign-in/passkeys/queries.ts'
import { openSetup } from './factor-setup.ts'
import { insertRecoveryCodes, insertSecondFactor } from './queries.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { sealFactor } from './seal-factor.ts'
import { findStep } from './totp.ts'

interface NewFactor {
  readonly setup: string
  /** Proves that the app has the secret. It is used up. */
  readonly code: string
  readonly by:
    | { readonly means: 'session'; readonly sessionId: number }
    /** The person is signing in with this password. */
    | { readonly means: 'half sign-in'; readonly passwordHash: string | null }
}

type Added =
  | { readonly outcome: 'added'; readonly recoveryCodes: readonly string[]; readonly factorAddedAt: Date }
  | { readonly outcome: 'wrong code' }
  | { readonly outcome: 'expired' }

/** From now on a password needs a code beside it. Sessions that were started without one end. */
export async function addFactor(
  database: Database,
  keys: SecretKeys,
  author: PersonAuthor,
  { setup, code, by }: NewFactor,
): Promise<Added> {
  const { personId } = author
  const secret = openSetup(keys, personId, setup)
  if (!secret) return { outcome: 'expired' }
  const step = findStep(secret, code.replace(/\s/g, ''), Date.now())
  if (step === undefined) return { outcome: 'wrong code' }
  const recoveryCodes = createRecoveryCodes()
  const factorAddedAt = await inTransaction(database, async tx => {
    // Both lock the person first: a session that is being started without the factor is seen here, or it sees the factor.
    if (by.means === 'session') {
      await endSessions(tx, [personId], by.sessionId)
      await requireSession(tx, personId, by.sessionId)
    } else {
      await lockSignInMethods(tx, [personId])
      const [person] = await personById(tx, [personId])
      if (person?.passwordHash !== by.passwordHash) {
        throw new Problem('forbidden', 'The password was changed just now. Sign in again with the new one.')
      }
    }
    const [added] = await insertSecondFactor(tx, [personId, sealFactor(secret, personId, keys), step])
    if (!added) throw new Problem('conflict', 'An authenticator app is already set up. Remove it first.')
    await insertRecoveryCodes(tx, [personId, recoveryCodes.map(each => hashRecoveryCode(personId, each))])
    if (by.means === 'session') await noteSecondFactor(tx, [personId, by.sessionId])
    const facts = { recoveryCodes: recoveryCodes.length }
    await recordOfPerson(tx, author, { kind: 'second_factor.added', facts })
    return added.addedAt
  })
  return { outcome: 'added', recoveryCodes, factorAddedAt }
}
