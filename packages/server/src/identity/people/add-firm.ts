import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { findFirm } from './find-firm.ts'
import { insertFirm } from './queries.ts'
import type { Firm } from './records.ts'
import { refuseMistakes } from './refuse-mistakes.ts'
import { textedNameMistake } from './rules.ts'

export async function addFirm(
  database: Database,
  { name }: { readonly name: string },
  by: journal.Actor = journal.setup,
): Promise<Firm> {
  refuseMistakes({ name: textedNameMistake(name) })
  return inTransaction(database, async tx => {
    const [added] = await insertFirm(tx, [name])
    const firm = await findFirm(tx, String(added?.id))
    await journal.recordAct(tx, {
      owner: { firmId: firm.id },
      actor: by,
      kind: 'firm.added',
      subject: { kind: 'firm', id: firm.id },
      facts: { name },
    })
    return firm
  })
}
