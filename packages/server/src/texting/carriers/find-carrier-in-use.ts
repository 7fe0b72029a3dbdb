import type { Queryable } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { findCarrier } from './find-carrier.ts'
import type { CarrierRow } from './queries.ts'

/** One that is retired is refused. */
export async function findCarrierInUse(db: Queryable, name: string): Promise<CarrierRow> {
  const carrier = await findCarrier(db, name)
  if (carrier.retiredAt) {
    throw new Problem(
      'conflict',
      `The carrier ${name} is retired. To use it again: parley carrier restore ${name}`,
    )
  }
  return carrier
}
