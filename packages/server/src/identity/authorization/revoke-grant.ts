import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { deleteArtifactsOfGrant, recordRevocation } from './queries.ts'

/**
 * Ends what an advisor allowed: no code or refresh token of it works any more, and the guard refuses its tokens. Answers
 * whether there was anything to end.
 */
export async function revokeGrant(database: Database, grantId: string): Promise<boolean> {
  return inTransaction(database, tx => endGrant(tx, grantId))
}

/** The same as a part of more. */
export async function endGrant(tx: Tx, grantId: string): Promise<boolean> {
  const revoked = await recordRevocation(tx, [grantId])
  await deleteArtifactsOfGrant(tx, [grantId])
  return revoked.length > 0
}
