import type { Queryable } from '../../platform/db/pool.ts'
import { people } from './queries.ts'
import { type PersonRecord, personRecordOf } from './records.ts'

/** People of one firm or of all, including advisors and those who are deactivated. */
export const listPeople = async (db: Queryable, firmId?: number): Promise<PersonRecord[]> =>
  (await people(db, [firmId])).map(personRecordOf)
