import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { deleteSignIn, deleteSubjectsOfFirm } from './queries.ts'

/** People sign in with their own passwords and passkeys again. Domains and links are forgotten. */
export async function removeFirmSignIn(
  database: Database,
  firmId: number,
  by: journal.Actor = journal.setup,
): Promise<void> {
  await inTransaction(database, async tx => {
    const [removed] = await deleteSignIn(tx, [firmId])
    if (!removed) throw new Problem('not_found', 'The firm has no sign-in of its own.')
    await deleteSubjectsOfFirm(tx, [firmId])
    await journal.recordAct(tx, {
      owner: { firmId },
      actor: by,
      kind: 'firm_sign_in.removed',
      subject: { kind: 'firm', id: firmId },
      facts: {},
    })
  })
}
