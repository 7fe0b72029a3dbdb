import type { Queryable } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { holdersOfNumber } from './queries.ts'
import { type TextingNumber, textingNumberOf } from './records.ts'

/** With the advisor who has it or, when it is disabled, had it last. */
export async function findTextingNumber(db: Queryable, number: string): Promise<TextingNumber> {
  const [holder] = await holdersOfNumber(db, [number])
  if (!holder) throw new Problem('not_found', `No advisor has the number ${number}.`)
  return textingNumberOf(holder)
}
