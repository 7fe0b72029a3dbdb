import type { Queryable } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { holdersOfNumber } from '../queries.ts'
import { type TextingNumber, textingNumberOf } from '../records.ts'

/** Finds a number with its current advisor or, if disabled, its last one. */
export async function findTextingNumber(db: Queryable, number: string): Promise<TextingNumber> {
  const [holder] = await holdersOfNumber(db, [number])
  if (!holder) throw new Problem('not_found', `No advisor has the number ${number}.`)
  return textingNumberOf(holder)
}
