import type { Role } from '@parley/contract'
import type { Actor } from '../../journal/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { addAdvisor } from '../people/add-advisor.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import type { PersonRecord } from '../person/records.ts'
import { addPerson } from './add-person.ts'
import { changeRoleWithin } from './change-role-within.ts'
import { findFirmPerson } from './find-firm-person.ts'

interface NewColleague {
  readonly firmId: number
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  /** Of the account of an advisor. */
  readonly advisor?: { readonly identifier: string; readonly timeZone: string } | undefined
}

/** Adds a person, or an advisor with an account, without a password: an invitation sets it. */
export async function addColleague(
  database: Database,
  { firmId, name, email, roles, advisor }: NewColleague,
  by: Actor,
): Promise<PersonRecord> {
  const isAdvisor = roles.includes('advisor')
  refuseMistakes({
    advisor:
      isAdvisor === (advisor !== undefined) ? undefined : 'The role advisor and the account go together.',
  })
  if (!advisor) return addPerson(database, { firmId, name, email, roles }, by)
  const { id } = await addAdvisor(database, { firmId, name, email, ...advisor }, by, async (tx, added) => {
    const person = await findFirmPerson(tx, firmId, added.id)
    for (const role of roles.filter(each => each !== 'advisor')) {
      await changeRoleWithin(tx, person, { role, has: true }, by)
    }
  })
  return findFirmPerson(database, firmId, id)
}
