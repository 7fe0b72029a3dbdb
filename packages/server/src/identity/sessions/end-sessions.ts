import type { Tx } from '../../platform/db/pool.ts'
import { lockPeople } from './lock-people.ts'
import { deleteBreakGlassOf, deleteLinksOf, deleteSessionsOf, endAuthorizationSessionsOf } from './queries.ts'

/**
 * Signs people out everywhere, except for one session of the app if named. Links that would set a password end too: whoever changes a
 * password because somebody reads their mail must not leave one behind. So do links for an emergency. Grants to applications stay. Returns how many sessions ended.
 */
export async function endSessions(
  tx: Tx,
  personIds: readonly number[],
  exceptSessionId: number | null = null,
): Promise<number> {
  await lockPeople(tx, personIds)
  await deleteLinksOf(tx, [personIds])
  await deleteBreakGlassOf(tx, [personIds])
  const ended = await deleteSessionsOf(tx, [personIds, exceptSessionId])
  const others = await endAuthorizationSessionsOf(tx, [personIds])
  return ended.length + others.length
}
