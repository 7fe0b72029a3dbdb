import type { Tx } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { lockPerson, type SignInConditionsRow, signInConditions } from './queries.ts'
import { hasBothFactors, isVouchedFor, type SignInProof } from './sign-in-proof.ts'

interface ProvenPerson {
  readonly firmId: number
  readonly hasAccount: boolean
  readonly hasSecondFactor: boolean
  /** By the database's clock, which also says when people were signed out. */
  readonly provenAt: Date
}

/**
 * Locks the person whom a sign-in has proven, and checks again what it was proven with. Verifying takes a while. If the account was
 * disabled meanwhile, the firm allows only its own sign-in now, or the password, the passkey or the authenticator app was changed or removed, which ends every session, the
 * sign-in is refused. A change that is being committed is waited for; a later one waits, and ends what was started here.
 */
export async function lockProvenPerson(
  tx: Tx,
  personId: number,
  proof: SignInProof | undefined,
): Promise<ProvenPerson> {
  const [person] = await lockPerson(tx, [personId])
  if (!person?.isActive) throw new Problem('forbidden', 'Your account was disabled just now.')
  // Read after the lock, so that what was changed meanwhile is seen.
  const credentialId = proof?.means === 'passkey' ? proof.credentialId : null
  const [conditions] = await signInConditions(tx, [personId, credentialId])
  if (!conditions) throw new Error('the locked person is missing')
  const { firmId, hasAccount, passwordHash } = person
  if (conditions.mustUseFirmSignIn && !isVouchedFor(proof)) {
    throw new Problem('forbidden', 'Your firm has its own sign-in. Go back and use that.')
  }
  if (proof) requireSame(proof, { ...conditions, passwordHash })
  const hasSecondFactor = proof !== undefined && hasBothFactors(proof)
  if (!hasSecondFactor && (conditions.factorAddedAt !== null || conditions.isFactorRequired)) {
    throw new Problem('forbidden', 'This account needs a second factor. Sign in again.')
  }
  return { firmId, hasAccount, hasSecondFactor, provenAt: conditions.now }
}

function requireSame(
  proof: SignInProof,
  now: SignInConditionsRow & { readonly passwordHash: string | null },
): void {
  if (proof.means === 'passkey' && !now.hasPasskey) {
    throw new Problem('forbidden', 'This passkey was removed just now. Sign in another way.')
  }
  if (proof.means !== 'password') return
  if (proof.passwordHash !== now.passwordHash) {
    throw new Problem('forbidden', 'The password was changed just now. Sign in again with the new one.')
  }
  // The time identifies the app: after a reset somebody else may have set up another one.
  if (proof.factorAddedAt && proof.factorAddedAt.getTime() !== now.factorAddedAt?.getTime()) {
    throw new Problem('forbidden', 'The authenticator app was removed just now. Sign in again.')
  }
}
