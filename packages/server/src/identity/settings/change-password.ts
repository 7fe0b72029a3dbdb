import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { commonPasswordMistake } from '../people/common-password-mistake.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { passwordMistake } from '../people/rules.ts'
import type { PersonAuthor } from '../person/person-author.ts'
import { personById } from '../person/queries.ts'
import { renewToken } from '../sessions/renew-token.ts'
import { signInWithPassword } from '../sign-in/attempts/sign-in-with-password.ts'
import { changePerson } from '../staff/change-person.ts'
import { requireFreshSignIn } from './require-fresh-sign-in.ts'

interface PasswordChange {
  readonly currentPassword: string | undefined
  readonly newPassword: string
  readonly session: AppSession
  /** Network address of the request. */
  readonly address: string
  /** Identifies the browser, if the person has signed in with it before. */
  readonly deviceFor: (personId: number) => string | undefined
}

/**
 * Sets a new password, signs the person out everywhere else and returns the new token of this session. The current password is
 * checked and throttled like a sign-in, so that it cannot be guessed in a session left open.
 */
export async function changePassword(
  database: Database,
  hashSubject: (text: string) => readonly Buffer[],
  author: PersonAuthor,
  { currentPassword, newPassword, session, address, deviceFor }: PasswordChange,
): Promise<string> {
  refuseMistakes({ newPassword: passwordMistake(newPassword) })
  const person = firstRow(await personById(database, [author.personId]), 'the person of the session')
  const words = [person.identifier ?? undefined, person.name, person.email, person.firmName]
  refuseMistakes({ newPassword: await commonPasswordMistake(newPassword, words) })
  if (person.passwordHash === null) requireFreshSignIn(session)
  else {
    const { email } = person
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
  const by = { actor: author.actor, traceId: author.traceId, sessionId: session.id }
  await changePerson(database, author.personId, { password: newPassword }, by)
  return renewToken(database, session)
}
