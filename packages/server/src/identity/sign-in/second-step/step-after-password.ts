import type { Database } from '../../../platform/db/pool.ts'
import type { PersonRow } from '../../person/queries.ts'
import { factorsOf } from '../../second-factor/queries.ts'
import { keepHalfSignIn } from './half-sign-in.ts'

/** What follows a right password: the session, or the page that asks for a code. */
export type NextStep = 'enter' | 'code'

export async function stepAfterPassword(
  database: Database,
  place: string,
  person: PersonRow,
): Promise<NextStep> {
  const [factors] = await factorsOf(database, [person.id])
  if (!factors?.hasCodes) return 'enter'
  await keepHalfSignIn(database, place, person)
  return 'code'
}
