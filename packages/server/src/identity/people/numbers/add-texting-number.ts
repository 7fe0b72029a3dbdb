import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { holdersOfNumber, upsertTextingNumber } from '../queries.ts'
import type { TextingNumber } from '../records.ts'
import { refuseDuplicate } from '../refuse-duplicate.ts'
import { refuseMistakes } from '../refuse-mistakes.ts'
import { phoneMistake } from '../rules.ts'
import { findTextingNumber } from './find-texting-number.ts'

interface NewTextingNumber {
  readonly advisorId: number
  readonly number: string
}

/** A number has one advisor at a time. */
export async function addTextingNumber(
  database: Database,
  { advisorId, number }: NewTextingNumber,
  by: journal.Actor = journal.setup,
): Promise<TextingNumber> {
  refuseMistakes({ number: phoneMistake(number) })
  const adding = inTransaction(database, async tx => {
    const [holder] = await holdersOfNumber(tx, [number])
    if (holder?.active) {
      throw new Problem('conflict', `The number ${number} belongs to the advisor ${holder.identifier}.`)
    }
    await upsertTextingNumber(tx, [advisorId, number])
    const added = await findTextingNumber(tx, number)
    await journal.recordAct(tx, {
      owner: { advisorId },
      alsoOfFirm: added.firm.id,
      actor: by,
      kind: 'number.added',
      subject: { kind: 'advisor', id: advisorId },
      facts: { number, formerAdvisorId: holder?.advisorId ?? null },
    })
    return added
  })
  return refuseDuplicate(adding, {
    texting_number_has_one_advisor: `The number ${number} belongs to another advisor.`,
  })
}
