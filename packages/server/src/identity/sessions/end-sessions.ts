import type { Tx } from '../../db/pool.ts'
import { deleteAuthorizationSessionsOf, deleteSessionsOf } from './queries.ts'

/** Signs an advisor out everywhere, but for one session of the app where it is named. What was allowed to applications stays. */
export async function endSessions(
  tx: Tx,
  advisorId: number,
  exceptSessionId: number | null = null,
): Promise<void> {
  await deleteSessionsOf(tx, [advisorId, exceptSessionId])
  await deleteAuthorizationSessionsOf(tx, [advisorId])
}
