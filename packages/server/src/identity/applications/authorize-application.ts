import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { findFirm } from '../people/find-firm.ts'
import { refuseMistakes } from '../people/refuse-mistakes.ts'
import { findApplication } from './find-application.ts'
import { grantFirmAuthorization } from './queries.ts'
import { firmScopesMistake } from './rules.ts'

interface FirmAuthorization {
  readonly clientId: string
  readonly firmId: number
  /** By default its texting scopes but reading conversations, which a firm names or leaves to each advisor. */
  readonly scopes?: readonly string[] | undefined
}

/** Lets an application act for all advisors of a firm by client credentials, without asking each. */
export async function authorizeApplication(
  database: Database,
  { clientId, firmId, scopes }: FirmAuthorization,
  by: journal.Actor = journal.setup,
): Promise<void> {
  await inTransaction(database, async tx => {
    const firm = await findFirm(tx, String(firmId))
    const application = await findApplication(tx, clientId)
    const allowed = [
      ...new Set(scopes ?? application.scopes.filter(scope => scope.startsWith('text.messaging.'))),
    ]
    refuseMistakes({ scopes: firmScopesMistake(allowed, application.scopes) })
    await grantFirmAuthorization(tx, [firm.id, application.id, allowed.toSorted()])
    await journal.recordAct(tx, {
      owner: { firmId: firm.id },
      actor: by,
      kind: 'authorization.given',
      subject: { kind: 'application', id: application.id },
      facts: { clientId, application: application.name, scopes: allowed.toSorted() },
    })
  })
}
