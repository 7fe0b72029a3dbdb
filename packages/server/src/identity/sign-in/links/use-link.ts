import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { firstRow } from '../../../platform/db/rows.ts'
import { commonPasswordMistake } from '../../people/common-password-mistake.ts'
import { hashPassword } from '../../people/passwords.ts'
import { passwordMistake } from '../../people/rules.ts'
import { mayEnterByThemselves } from '../../person/may-enter.ts'
import { recordOfPerson, signingInAuthorOf } from '../../person/person-author.ts'
import { type PersonRow, personById } from '../../person/queries.ts'
import { hashSecret } from '../../secrets.ts'
import { endSessions } from '../../sessions/end-sessions.ts'
import { lockPeople } from '../../sessions/lock-people.ts'
import { applyPersonChanges } from '../../staff/apply-person-changes.ts'
import { type LinkPurpose, linkByToken, takeLink } from './queries.ts'

/** The person whom a link is for. Undefined: it was used, replaced or has expired, or the account is closed. */
export async function findLink(database: Database, token: string): Promise<PersonRow | undefined> {
  const [link] = await linkByToken(database, [hashSecret(token)])
  const [person] = link ? await personById(database, [link.personId]) : []
  return person && mayEnterByThemselves(person) ? person : undefined
}

type LinkOutcome =
  | { readonly outcome: 'done'; readonly personId: number; readonly purpose: LinkPurpose }
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
  const { id, name, email, firmName } = person
  const words = [person.identifier ?? undefined, name, email, firmName]
  const mistake = passwordMistake(password) ?? (await commonPasswordMistake(password, words))
  if (mistake !== undefined) return { outcome: 'mistake', person, mistake }
  const passwordHash = await hashPassword(password)
  return inTransaction(database, async tx => {
    await lockPeople(tx, [id])
    const [link] = await takeLink(tx, [hashSecret(token)])
    if (!link) return { outcome: 'over' }
    // Read again: while the password was hashed, the account may have been handed over or back, and its row decides where the hash goes.
    const now = firstRow(await personById(tx, [id]), 'the person of the link')
    const author = signingInAuthorOf(now, traceId)
    // Ended here to count them: the change finds none left.
    const sessions = await endSessions(tx, [id])
    await applyPersonChanges(tx, id, { passwordHash }, { actor: author.actor, traceId })
    const facts = { purpose: link.purpose, sessions }
    await recordOfPerson(tx, author, { kind: 'password.set_by_link', facts })
    return { outcome: 'done', personId: id, purpose: link.purpose }
  })
}
