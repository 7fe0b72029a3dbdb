import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { findFirm } from '../people/find-firm.ts'
import { findApplication } from './find-application.ts'
import { revokeFirmAuthorization } from './queries.ts'

/** Revokes the firm's authorization. Grants of single advisors stay. */
export async function unauthorizeApplication(
  database: Database,
  { clientId, firmId }: { readonly clientId: string; readonly firmId: number },
  by: journal.Actor = journal.setup,
): Promise<void> {
  await inTransaction(database, async tx => {
    const firm = await findFirm(tx, String(firmId))
    const application = await findApplication(tx, clientId)
    const revoked = await revokeFirmAuthorization(tx, [firm.id, application.id])
    if (revoked.length === 0) {
      throw new Problem('conflict', `${firm.name} has not authorized ${application.name}.`)
    }
    await journal.recordAct(tx, {
      owner: { firmId: firm.id },
      actor: by,
      kind: 'authorization.revoked',
      subject: { kind: 'application', id: application.id },
      facts: { clientId, application: application.name },
    })
  })
}
