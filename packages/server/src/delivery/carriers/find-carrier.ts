import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type CarrierRow, carrierByName } from './queries.ts'

export async function findCarrier(db: Queryable, name: string): Promise<CarrierRow> {
  const [carrier] = await carrierByName(db, [name])
  if (!carrier) {
    throw new Problem('not_found', `There is no carrier ${name}.`, { remedies: [{ do: 'list carriers' }] })
  }
  return carrier
}
