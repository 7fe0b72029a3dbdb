import type { Queryable } from '../../platform/db/pool.ts'
import { firms } from './queries.ts'
import type { Firm } from './records.ts'

export async function listFirms(db: Queryable): Promise<Firm[]> {
  return firms(db, [])
}
