import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { verifyPassword } from '../../people/passwords.ts'
import { mayEnterByThemselves } from '../../person/may-enter.ts'
import { type PersonRow, personByEmail } from '../../person/queries.ts'
import { attemptSubjects } from './attempt-subjects.ts'
import { claimAttempt } from './claim-attempt.ts'
import { forgiveAttempt } from './forgive-attempt.ts'

interface Attempt {
  readonly email: string
  readonly password: string
  /** Network address of the request. */
  readonly address: string
  /** Identifies the browser, if this person has signed in with it before. */
  readonly deviceFor?: (personId: number) => string | undefined
}

interface Known {
  /** The person of the account, for the log. */
  readonly personId: number | undefined
}

type Outcome =
  | { readonly outcome: 'welcome'; readonly person: PersonRow; readonly personId: number }
  | ({ readonly outcome: 'refused' } & Known)
  | ({ readonly outcome: 'wait'; readonly seconds: number } & Known)

/** A refusal reveals nothing: neither text nor time distinguishes an unknown account from a wrong password. */
export async function signInWithPassword(
  database: Database,
  hashSubject: (text: string) => readonly Buffer[],
  { email, password, address, deviceFor }: Attempt,
): Promise<Outcome> {
  const [person] = await personByEmail(database, [email.trim()])
  const personId = person?.id
  const device = person && deviceFor?.(person.id)
  // Hashed as before there were people, so that counts continue.
  const account = person ? `advisor ${person.id}` : `e-mail ${email.trim().toLowerCase()}`
  const subjects = attemptSubjects(hashSubject, { account, personId: personId ?? null, address, device })

  const { waitSeconds } = await claimAttempt(database, [...subjects.own, ...subjects.shared])
  if (waitSeconds > 0) return { outcome: 'wait', seconds: waitSeconds, personId }

  const fits = await verifyPassword(password, person?.passwordHash ?? null)
  if (!fits || !person || !mayEnterByThemselves(person)) return { outcome: 'refused', personId }
  await inTransaction(database, tx => forgiveAttempt(tx, subjects))
  return { outcome: 'welcome', person, personId: person.id }
}
