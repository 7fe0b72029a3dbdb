import type { AppSession } from '../../platform/caller/app-session.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { hashArtifactId } from '../hash-artifact-id.ts'
import { deleteHeldAuthorizationSession, deleteSession } from './queries.ts'

/** Signs the browser out: its session of the app, and the one in which it allows applications. */
export async function signOut(
  database: Database,
  { personId, id }: AppSession,
  authorizationSession?: string,
): Promise<void> {
  await inTransaction(database, async tx => {
    await deleteSession(tx, [personId, id])
    if (authorizationSession !== undefined) {
      await deleteHeldAuthorizationSession(tx, [hashArtifactId(authorizationSession)])
    }
  })
}
