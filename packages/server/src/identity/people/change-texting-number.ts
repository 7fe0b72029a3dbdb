import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { findTextingNumber } from './find-texting-number.ts'
import { disableTextingNumber, upsertTextingNumber } from './queries.ts'
import type { TextingNumber } from './records.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'

type TextingNumberChange =
  /** Who gets the number. It stays on record that it was another's. */
  | { readonly advisorId: number }
  /** Texts leave only by an active number. */
  | { readonly active: boolean }

export async function changeTextingNumber(
  database: Database,
  number: string,
  change: TextingNumberChange,
): Promise<TextingNumber> {
  const changing = inTransaction(database, async tx => {
    const { advisor, active } = await findTextingNumber(tx, number)
    const wanted = { advisorId: advisor.id, active: true, ...change }
    const isSo = active === wanted.active && advisor.id === wanted.advisorId
    if (!isSo) await disableTextingNumber(tx, [number])
    if (!isSo && wanted.active) await upsertTextingNumber(tx, [wanted.advisorId, number])
    return findTextingNumber(tx, number)
  })
  return refuseDuplicate(changing, {
    texting_number_has_one_advisor: `The number ${number} has just been given to another advisor.`,
  })
}
