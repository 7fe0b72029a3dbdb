import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { personByEmail, personByIdentifier } from './queries.ts'
import { type PersonRecord, personRecordOf } from './records.ts'

/** Finds a person by e-mail address, or by the identifier of the advisor that they are. */
export async function findPerson(db: Queryable, reference: string): Promise<PersonRecord> {
  const query = reference.includes('@') ? personByEmail : personByIdentifier
  const [person] = await query(db, [reference])
  if (!person) throw new Problem('not_found', `There is no person ${reference}.`)
  return personRecordOf(person)
}
