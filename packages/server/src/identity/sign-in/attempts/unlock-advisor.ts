import * as journal from '../../../journal/index.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { forgetFailuresOf } from './queries.ts'

/** Resets failed sign-ins of an advisor, so that the next attempt is allowed at once. */
export async function unlockAdvisor(
  database: Database,
  advisorId: number,
  by: journal.Actor = journal.setup,
): Promise<void> {
  await inTransaction(database, async tx => {
    await forgetFailuresOf(tx, [advisorId])
    await journal.recordAct(tx, {
      owner: { advisorId },
      actor: by,
      kind: 'sign_in.unlocked',
      subject: { kind: 'advisor', id: advisorId },
      facts: {},
    })
  })
}
