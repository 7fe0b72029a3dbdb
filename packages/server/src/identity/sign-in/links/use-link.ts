import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { commonPasswordMistake } from '../../people/common-password-mistake.ts'
import { hashPassword } from '../../people/passwords.ts'
import { updateAdvisor } from '../../people/queries.ts'
import { passwordMistake } from '../../people/rules.ts'
import { mayEnterByThemselves } from '../../person/may-enter.ts'
import { recordOfPerson, signingInAuthorOf } from '../../person/person-author.ts'
import { type PersonRow, personById, updatePerson } from '../../person/queries.ts'
import { hashSecret } from '../../secrets.ts'
import { endSessions } from '../../sessions/end-sessions.ts'
import { linkByToken, takeLink } from './queries.ts'

/** The person whom a link is for. Undefined: it was used, replaced or has expired, or the account is closed. */
export async function findLink(database: Database, token: string): Promise<PersonRow | undefined> {
  const [link] = await linkByToken(database, [hashSecret(token)])
  const [person] = link ? await personById(database, [link.personId]) : []
  return person && mayEnterByThemselves(person) ? person : undefined
}

type LinkOutcome =
  | { readonly outcome: 'done'; readonly personId: number }
  | { readonly outcome: 'over' }
  | { readonly outcome: 'mistake'; readonly person: PersonRow; readonly mistake: string }

interface LinkUse {
  readonly token: string
  readonly password: string
  readonly traceId: string
}

/**
 * Sets the password and signs the person out everywhere. It signs nobody in: whoever reads the mail of another person still lacks the
 * second factor.
 */
export async function useLink(
  database: Database,
  { token, password, traceId }: LinkUse,
): Promise<LinkOutcome> {
  const person = await findLink(database, token)
  if (!person) return { outcome: 'over' }
  const { id, identifier, name, email, firmName } = person
  const words = [identifier ?? undefined, name, email, firmName]
  const mistake = passwordMistake(password) ?? (await commonPasswordMistake(password, words))
  if (mistake !== undefined) return { outcome: 'mistake', person, mistake }
  const passwordHash = await hashPassword(password)
  return inTransaction(database, async tx => {
    const [link] = await takeLink(tx, [hashSecret(token)])
    if (!link) return { outcome: 'over' }
    if (identifier === null) await updatePerson(tx, [id, passwordHash, undefined, undefined, undefined])
    else await updateAdvisor(tx, [id, undefined, undefined, undefined, passwordHash, undefined])
    const sessions = await endSessions(tx, [id])
    const facts = { purpose: link.purpose, sessions }
    await recordOfPerson(tx, signingInAuthorOf(person, traceId), { kind: 'password.set_by_link', facts })
    return { outcome: 'done', personId: id }
  })
}
