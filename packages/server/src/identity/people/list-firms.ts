import type { Queryable } from '../../db/pool.ts'
import { firms } from './queries.ts'
import { type Firm, firmOf } from './records.ts'

export async function listFirms(db: Queryable): Promise<Firm[]> {
  return (await firms(db, [])).map(firmOf)
}
