import type { Database } from '../../../platform/db/pool.ts'
import type { PersonRow } from '../../person/queries.ts'
import { factorsOf } from '../../person/queries.ts'
import { keepHalfSignIn } from './half-sign-in.ts'

/**
 * What follows a right password: the session, the page that asks for a code, the page that sets one up because the firm requires it, or
 * the passkey that the person has.
 */
type NextStep = 'enter' | 'code' | 'set-up' | 'passkey'

export async function stepAfterPassword(
  database: Database,
  place: string,
  person: PersonRow,
  { offersPasskeys }: { readonly offersPasskeys: boolean },
): Promise<NextStep> {
  const [factors] = await factorsOf(database, [person.id])
  if (!factors?.hasCodes && !factors?.isRequired) return 'enter'
  if (!factors.hasCodes && factors.hasPasskey && offersPasskeys) return 'passkey'
  await keepHalfSignIn(database, place, person)
  return factors.hasCodes ? 'code' : 'set-up'
}

export const passkeyWanted =
  'Your firm requires a second factor. Sign in with your passkey, which needs no password.'
