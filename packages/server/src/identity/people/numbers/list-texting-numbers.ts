import type { Queryable } from '../../../platform/db/pool.ts'
import { textingNumbers } from '../queries.ts'
import { type TextingNumber, textingNumberOf } from '../records.ts'

interface Filter {
  readonly firmId?: number | undefined
  readonly advisorId?: number | undefined
}

/** Includes disabled numbers: their former advisors stay on record. */
export async function listTextingNumbers(
  db: Queryable,
  { firmId, advisorId }: Filter = {},
): Promise<TextingNumber[]> {
  return (await textingNumbers(db, [firmId, advisorId])).map(textingNumberOf)
}
