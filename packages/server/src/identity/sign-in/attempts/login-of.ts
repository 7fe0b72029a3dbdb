import { Problem } from '../../../platform/problem/problem.ts'
import type { PersonRow } from '../../person/queries.ts'
import { mayDo } from '../../roles/may-do.ts'

type Login = {
  readonly accountId: string
  /** Time in whole seconds. Without it the library uses the time at which the browser returns. */
  readonly ts: number
  /** How, by RFC 8176. */
  readonly amr: string[]
}

/** Login result: the advisor has signed in now. Others have nothing that they could allow an application. */
export function loginOf(
  { identifier, roles }: Pick<PersonRow, 'identifier' | 'roles'>,
  means: keyof typeof meansOf,
): Login {
  if (identifier === null || !mayDo(roles, 'allowApplication')) {
    throw new Problem(
      'forbidden',
      'Only advisors can connect applications. Sign in with an advisor’s account.',
    )
  }
  return { accountId: identifier, ts: Math.floor(Date.now() / 1_000), amr: [...meansOf[means]] }
}

const meansOf = {
  password: ['pwd'],
  'password and code': ['pwd', 'otp', 'mfa'],
  // It verifies its user.
  passkey: ['pop', 'mfa'],
  // The firm decides how many factors its provider asks for.
  firm: ['mfa'],
} as const
