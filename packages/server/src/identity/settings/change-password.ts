import type * as journal from '../../journal/index.ts'
import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { changeAdvisor } from '../people/change-advisor.ts'
import { commonPasswordMistake } from '../people/common-password-mistake.ts'
import { advisorById } from '../people/queries.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { passwordMistake } from '../people/rules.ts'
import { renewToken } from '../sessions/renew-token.ts'
import { signInWithPassword } from '../sign-in/attempts/sign-in-with-password.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

interface PasswordChange {
  readonly currentPassword: string | undefined
  readonly newPassword: string
  readonly session: AppSession
  /** Network address of the request. */
  readonly address: string
  /** Identifies the browser, if the advisor has signed in with it before. */
  readonly deviceFor: (advisorId: number) => string | undefined
}

/**
 * Sets a new password, signs the advisor out everywhere else and returns the new token of this session. The current password is
 * checked and throttled like a sign-in, so that it cannot be guessed in a session left open.
 */
export async function changePassword(
  database: Database,
  hashSubject: (text: string) => readonly Buffer[],
  author: journal.Author,
  { currentPassword, newPassword, session, address, deviceFor }: PasswordChange,
): Promise<string> {
  refuseMistakes({ newPassword: passwordMistake(newPassword) })
  const advisor = firstRow(await advisorById(database, [author.advisorId]), 'the caller’s advisor')
  const words = [advisor.identifier, advisor.name, advisor.email, advisor.firmName]
  refuseMistakes({ newPassword: await commonPasswordMistake(newPassword, words) })
  if (advisor.passwordHash === null) requireFreshSignIn(session)
  else {
    const { email } = advisor
    const password = currentPassword ?? ''
    const tried = await signInWithPassword(database, hashSubject, { email, password, address, deviceFor })
    if (tried.outcome === 'wait') {
      throw new Problem('rate_limited', `There were too many attempts. Try again in ${tried.seconds} s.`, {
        headers: { 'retry-after': String(tried.seconds) },
      })
    }
    if (tried.outcome === 'refused') {
      throw new Problem('invalid_request', 'The current password is wrong.', {
        details: { errors: [{ path: '/currentPassword', message: 'is wrong' }] },
      })
    }
  }
  const by = { ...author, sessionId: session.id }
  await changeAdvisor(database, author.advisorId, { password: newPassword }, by)
  return renewToken(database, session)
}
