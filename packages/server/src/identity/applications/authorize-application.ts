import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { findFirm } from '../people/find-firm.ts'
import { findApplication } from './find-application.ts'
import { grantFirmAuthorization } from './queries.ts'

/** A firm allows an application to act for all its advisors, by client credentials and without asking each. */
export async function authorizeApplication(
  database: Database,
  { clientId, firmId }: { readonly clientId: string; readonly firmId: number },
): Promise<void> {
  await inTransaction(database, async tx => {
    const firm = await findFirm(tx, String(firmId))
    const application = await findApplication(tx, clientId)
    await grantFirmAuthorization(tx, [firm.id, application.id])
  })
}
