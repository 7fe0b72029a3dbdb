import type { Person } from '@parley/contract'
import type { Queryable } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { accountsById, personById } from './queries.ts'

/** A person who is signed in, as the app shows them. */
export async function describePerson(
  db: Queryable,
  personId: number,
): Promise<Person & { readonly hasPassword: boolean }> {
  const person = firstRow(await personById(db, [personId]), 'the person of the session')
  const accounts = await accountsById(db, [personId])
  return {
    personId,
    name: person.name,
    email: person.email,
    firmName: person.firmName,
    roles: [...person.roles],
    accounts: accounts.map(({ advisorId, name, formerName }) => ({
      advisorId,
      name,
      ...(formerName !== null && { formerName }),
    })),
    hasPassword: person.passwordHash !== null,
  }
}
