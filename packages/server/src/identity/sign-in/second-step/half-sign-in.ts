import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { mayEnterByThemselves } from '../../person/may-enter.ts'
import { type PersonRow, personById } from '../../person/queries.ts'
import { hashSecret } from '../../secrets.ts'
import { deleteHalfSignIn, halfSignIn, saveHalfSignIn } from './queries.ts'

/** Time to find the phone. */
const lifeSeconds = 10 * 60

// Hashed, because the name of a place is half of its cookie.
const nameOf = (place: string): string => hashSecret(`half sign-in ${place}`).toString('base64url')
const digestOf = (passwordHash: string | null): string => hashSecret(passwordHash ?? '').toString('base64url')

/** Somebody knows the password of this person. That is not a session: it leads only to the page for the second factor. */
export async function keepHalfSignIn(
  database: Database,
  place: string,
  { id, passwordHash }: PersonRow,
): Promise<void> {
  const payload = JSON.stringify({ personId: id, passwordDigest: digestOf(passwordHash) })
  await inTransaction(database, tx => saveHalfSignIn(tx, [nameOf(place), payload, lifeSeconds]))
}

/** The person, unless password or account have changed since. */
export async function findHalfSignIn(database: Database, place: string): Promise<PersonRow | undefined> {
  const [half] = await halfSignIn(database, [nameOf(place)])
  if (!half) return undefined
  const [person] = await personById(database, [half.payload.personId])
  const isSame =
    person && mayEnterByThemselves(person) && digestOf(person.passwordHash) === half.payload.passwordDigest
  return isSame ? person : undefined
}

export async function endHalfSignIn(database: Database, place: string): Promise<void> {
  await inTransaction(database, tx => deleteHalfSignIn(tx, [nameOf(place)]))
}
