import { filterActiveSessions } from '../identity/index.ts'
import type { AccountSession } from '../platform/caller/app-session.ts'
import type { Database } from '../platform/db/pool.ts'
import { Problem } from '../platform/problem/problem.ts'

/** For work that starts long after its request was admitted. */
export async function requireActiveSession(database: Database, session: AccountSession): Promise<void> {
  const active = await filterActiveSessions(database, [session])
  if (!active.has(session)) throw new Problem('unauthorized', 'Your session has ended. Sign in again.')
}
