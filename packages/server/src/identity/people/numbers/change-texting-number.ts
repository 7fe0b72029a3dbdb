import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { disableTextingNumber, upsertTextingNumber } from '../queries.ts'
import type { TextingNumber } from '../records.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'
import { findTextingNumber } from './find-texting-number.ts'

type TextingNumberChange =
  /** The new advisor of the number. Its previous advisor stays on record. */
  | { readonly advisorId: number }
  /** Texts are sent only from an active number. */
  | { readonly active: boolean }

export async function changeTextingNumber(
  database: Database,
  number: string,
  change: TextingNumberChange,
  by: journal.Actor = journal.setup,
): Promise<TextingNumber> {
  const changing = inTransaction(database, async tx => {
    const { advisor, firm, active } = await findTextingNumber(tx, number)
    const wanted = { advisorId: advisor.id, active: true, ...change }
    const isSo = active === wanted.active && advisor.id === wanted.advisorId
    if (!isSo) await disableTextingNumber(tx, [number])
    if (!isSo && wanted.active) await upsertTextingNumber(tx, [wanted.advisorId, number])
    // Recorded for both advisors if it moves.
    for (const advisorId of isSo ? [] : new Set([advisor.id, wanted.advisorId])) {
      await journal.recordAct(tx, {
        owner: { advisorId },
        alsoOfFirm: advisorId === advisor.id ? firm.id : undefined,
        actor: by,
        kind: 'number.changed',
        subject: { kind: 'advisor', id: advisorId },
        facts: {
          number,
          before: { advisorId: advisor.id, isActive: active },
          after: { advisorId: wanted.advisorId, isActive: wanted.active },
        },
      })
    }
    return findTextingNumber(tx, number)
  })
  return refuseDuplicate(changing, {
    texting_number_has_one_advisor: `The number ${number} has just been given to another advisor.`,
  })
}
