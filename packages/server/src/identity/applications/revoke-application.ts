import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import * as journal from '../../journal/index.ts'
import { endGrant } from '../authorization/revoke-grant.ts'
import { connectedApplications, standingGrants } from './queries.ts'

/**
 * Takes back everything that an advisor has allowed an application. What the firm has allowed is not the advisor's to take
 * back.
 */
export async function revokeApplication(
  database: Database,
  author: journal.Author,
  applicationId: number,
): Promise<void> {
  const { advisorId } = author
  await inTransaction(database, async tx => {
    const grants = await standingGrants(tx, [advisorId, applicationId])
    const connected = await connectedApplications(tx, [advisorId])
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
