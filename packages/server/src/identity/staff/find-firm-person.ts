import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { personById } from '../person/queries.ts'
import { type PersonRecord, personRecordOf } from '../person/records.ts'

/** Somebody of another firm does not exist here. */
export async function findFirmPerson(db: Queryable, firmId: number, personId: number): Promise<PersonRecord> {
  const [person] = await personById(db, [personId])
  if (person?.firmId !== firmId) throw new Problem('not_found', 'There is no such person in your firm.')
  return personRecordOf(person)
}
