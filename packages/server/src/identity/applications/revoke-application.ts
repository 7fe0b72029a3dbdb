import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { listConnectedApplications } from './list-connected-applications.ts'
import { activeGrants } from './queries.ts'
import { endGrant } from './revoke-grant.ts'

/** Revokes all of an advisor's grants to an application. The advisor cannot revoke the firm's authorization. */
export async function revokeApplication(
  database: Database,
  author: journal.Author,
  applicationId: number,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    const grants = await activeGrants(tx, [advisorId, applicationId])
    const connected = await listConnectedApplications(tx, advisorId)
    const application = connected.find(each => each.applicationId === applicationId)
    if (!application) throw new Problem('not_found', 'There is no such application on this account.')
    const [first] = grants
    if (!first) {
      if (!application.isAllowedByFirm) return
      throw new Problem('conflict', 'Your firm has allowed this application. Ask the operator to end that.')
    }
    for (const { grantId } of grants) await endGrant(tx, grantId)
    await journal.append(tx, [
      journal.entryBy(author, first.now, {
        kind: 'grant.revoked',
        subject: { kind: 'application', id: applicationId },
        facts: {
          application: application.name,
          grants: grants.map(({ grantId, scopes }) => ({ grantId, scopes })),
        },
      }),
    ])
  })
}
