import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import type { AppSession } from '../../http/session-guard.ts'
import type * as journal from '../../journal/index.ts'
import { changeAdvisor } from '../people/change-advisor.ts'
import { advisorById } from '../people/queries.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { passwordMistake } from '../people/rules.ts'
import { renewToken } from '../sessions/renew-token.ts'
import { signInWithPassword } from '../sign-in/sign-in-with-password.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

interface PasswordChange {
  readonly currentPassword: string | undefined
  readonly newPassword: string
  readonly session: AppSession
  /** Network address that it comes from. */
  readonly address: string
}

/**
 * Sets a new password, signs the advisor out everywhere else and answers the new token of this session. The current one is
 * tried like a sign-in, and slowed down like one: a session left open is no place to guess it.
 */
export async function changePassword(
  database: Database,
  hashSubject: (text: string) => Buffer,
  author: journal.Author,
  { currentPassword, newPassword, session, address }: PasswordChange,
): Promise<string> {
  refuseMistakes({ newPassword: passwordMistake(newPassword) })
  const [advisor] = await advisorById(database, [author.advisorId])
  if (!advisor) throw new Error('a caller’s advisor is not there')
  if (advisor.password_hash === null) requireFreshSignIn(session)
  else {
    const { email } = advisor
    const password = currentPassword ?? ''
    const tried = await signInWithPassword(database, hashSubject, { email, password, address })
    if (tried.outcome === 'wait') {
      throw new Problem('rate_limited', `There were too many attempts. Try again in ${tried.seconds} s.`, {
        headers: { 'retry-after': String(tried.seconds) },
      })
    }
    if (tried.outcome === 'refused') {
      throw new Problem('invalid_request', 'The current password is not right.', {
        details: { errors: [{ path: '/currentPassword', message: 'is not right' }] },
      })
    }
  }
  const by = { author, sessionId: session.id }
  await changeAdvisor(database, author.advisorId, { password: newPassword }, by)
  return renewToken(database, session)
}
