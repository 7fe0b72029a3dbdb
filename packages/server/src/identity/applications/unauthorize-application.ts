import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { findFirm } from '../people/find-firm.ts'
import { findApplication } from './find-application.ts'
import { revokeFirmAuthorization } from './queries.ts'

/** Takes back what the firm has allowed. What single advisors have allowed stays. */
export async function unauthorizeApplication(
  database: Database,
  { clientId, firmId }: { readonly clientId: string; readonly firmId: number },
): Promise<void> {
  await inTransaction(database, async tx => {
    const firm = await findFirm(tx, String(firmId))
    const application = await findApplication(tx, clientId)
    const revoked = await revokeFirmAuthorization(tx, [firm.id, application.id])
    if (revoked.length === 0) {
      throw new Problem('conflict', `${firm.name} has not authorized ${application.name}.`)
    }
  })
}
