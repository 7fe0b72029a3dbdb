// People of a firm with roles, for tests.
import { randomBytes } from 'node:crypto'
import type { Role } from '@parley/contract'
import { addPerson, changeAssistance, findAdvisorById, type PersonRecord } from '../../src/identity/index.ts'
import type { Database } from '../../src/platform/db/pool.ts'

interface NewStaff {
  readonly firmId: number
  readonly roles: readonly Role[]
  readonly name?: string
  readonly email?: string
  readonly password?: string
  /** Ids of advisors. */
  readonly assists?: readonly number[]
}

export async function addStaff(
  database: Database,
  { firmId, roles, name = 'Kim Lee', password, assists = [], ...given }: NewStaff,
): Promise<PersonRecord> {
  const email = given.email ?? `kim-${randomBytes(6).toString('hex')}@example.com`
  const person = await addPerson(database, { firmId, name, email, roles, password })
  for (const advisorId of assists) {
    const advisor = await findAdvisorById(database, advisorId)
    await changeAssistance(database, person, { advisor, assists: true })
  }
  return person
}
