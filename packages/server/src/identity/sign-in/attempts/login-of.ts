import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { firstRow } from '../../../platform/db/rows.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { type PersonRow, personById } from '../../person/queries.ts'
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
 * application. What proved the sign-in is checked under the lock on the person, as for a session of the app. Accounts and time are read
 * under that lock: a handover, and whatever ends sessions, either was seen, or ends this login because it is later.
 */
export async function loginOf(
  database: Database,
  { id }: Pick<PersonRow, 'id'>,
  proof: SignInProof,
): Promise<Login> {
  const { provenAt, person } = await inTransaction(database, async tx => {
    const proven = await lockProvenPerson(tx, id, proof)
    return { provenAt: proven.provenAt, person: firstRow(await personById(tx, [id]), 'the proven person') }
  })
  const [identifier] = person.holds
  if (identifier === undefined || !mayDo(person.roles, 'allowApplication')) {
    throw new Problem(
      'forbidden',
      'Only advisors can connect applications. Sign in with an advisor’s account.',
    )
  }
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
