import type { Queryable } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { findCarrier } from './find-carrier.ts'
import type { CarrierRow } from './queries.ts'

/** Finds a carrier and rejects retired ones. */
export async function findCarrierInUse(db: Queryable, name: string): Promise<CarrierRow> {
  const carrier = await findCarrier(db, name)
  if (carrier.retiredAt) {
    throw new Problem('conflict', `The carrier ${name} is retired.`, {
      remedies: [{ do: 'restore carrier', name }],
    })
  }
  return carrier
}
