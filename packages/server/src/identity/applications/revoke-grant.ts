import * as journal from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { deleteArtifactsOfGrant, type RevokedGrantRow, recordRevocation } from './queries.ts'

/** The application revoked it itself, by the revocation endpoint. */
type Revoker = journal.Actor | 'its application'

/**
 * Revokes a grant: its codes and refresh tokens stop working, and the guard refuses its tokens. Returns whether there was
 * anything to revoke.
 */
export async function revokeGrant(
  database: Database,
  grantId: string,
  by: Revoker = journal.setup,
): Promise<boolean> {
  return inTransaction(database, async tx => {
    const revoked = await endGrant(tx, grantId)
    if (!revoked) return false
    const { advisorId, applicationId, application, scopes } = revoked
    await journal.recordAct(tx, {
      owner: { advisorId },
      actor: by === 'its application' ? { kind: 'application', applicationId } : by,
      kind: 'grant.revoked',
      subject: { kind: 'application', id: applicationId },
      facts: { application, grants: [{ grantId, scopes }] },
    })
    return true
  })
}

/** The same inside a larger action, which writes the entry. */
export async function endGrant(tx: Tx, grantId: string): Promise<RevokedGrantRow | undefined> {
  const [revoked] = await recordRevocation(tx, [grantId])
  await deleteArtifactsOfGrant(tx, [grantId])
  return revoked
}
