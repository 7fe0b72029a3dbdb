import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { disableTextingNumber, lockTextingNumber, upsertTextingNumber } from '../queries.ts'
import type { TextingNumber } from '../records.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'
import { findTextingNumber } from './find-texting-number.ts'

type TextingNumberChange =
  /** The new advisor of the number. Its previous advisor stays on record. */
  | { readonly advisorId: number }
  /** Texts are sent only from an active number. */
  | { readonly active: boolean }

/** With a firm, a number that another firm has by now is not found. */
export async function changeTextingNumber(
  database: Database,
  number: string,
  change: TextingNumberChange,
  by: journal.Actor = journal.setup,
  ofFirm?: number,
): Promise<TextingNumber> {
  const changing = inTransaction(database, async tx => {
    await lockTextingNumber(tx, [number])
    const { advisor, firm, active } = await findTextingNumber(tx, number)
    if (ofFirm !== undefined && firm.id !== ofFirm) {
      throw new Problem('not_found', 'There is no such number in your firm.')
    }
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
