import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import type { PersonRow } from '../../person/queries.ts'
import { mayDo } from '../../roles/may-do.ts'
import { lockProvenPerson } from '../../sessions/lock-proven-person.ts'
import { hasBothFactors, type SignInProof } from '../../sessions/sign-in-proof.ts'

type Login = {
  readonly accountId: string
  /** Time in whole seconds. Without it the library uses the time at which the browser returns. */
  readonly ts: number
  /** How, by RFC 8176. */
  readonly amr: string[]
}

/**
 * Login result: the advisor has signed in now, for the first account that they hold. Others have nothing that they could allow an
 * application. What proved the sign-in is checked under the lock on the person, as for a session of the app. The time is read under that
 * lock: whatever ends sessions either was seen, or ends this login because it is later.
 */
export async function loginOf(
  database: Database,
  { id, holds: [identifier], roles }: Pick<PersonRow, 'id' | 'holds' | 'roles'>,
  proof: SignInProof,
): Promise<Login> {
  if (identifier === undefined || !mayDo(roles, 'allowApplication')) {
    throw new Problem(
      'forbidden',
      'Only advisors can connect applications. Sign in with an advisor’s account.',
    )
  }
  const { provenAt } = await inTransaction(database, tx => lockProvenPerson(tx, id, proof))
  return { accountId: identifier, ts: Math.floor(provenAt.getTime() / 1_000), amr: amrOf(proof) }
}

/** Whether a login, by its amr, is from the firm's provider. */
export const isFirmLogin = (amr: readonly string[] = []): boolean =>
  amr.includes('mfa') && !amr.includes('pwd') && !amr.includes('pop')

function amrOf(proof: SignInProof): string[] {
  const own = { password: ['pwd'], passkey: ['pop'], firm: [], 'one-time link': [] }[proof.means]
  const code = proof.means === 'password' && proof.factorAddedAt ? ['otp'] : []
  return [...own, ...code, ...(hasBothFactors(proof) ? ['mfa'] : [])]
}
