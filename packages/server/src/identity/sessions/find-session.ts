import type { Database } from '../../db/pool.ts'
import type { AppSession } from '../../http/session-guard.ts'
import { hashSecret } from '../secrets.ts'
import { sessionLifetimes } from './lifetimes.ts'
import { noteUse, sessionByToken } from './queries.ts'

interface Found {
  readonly token: string
  /** The advisor asked for it, and not the app by itself. */
  readonly isUse: boolean
}

/** The session of a token, read anew for each request: one that was ended is over on every process at once. */
export async function findSession(
  database: Database,
  { token, isUse }: Found,
): Promise<AppSession | undefined> {
  const [found] = await sessionByToken(database, [hashSecret(token), sessionLifetimes.idle])
  if (!found) return undefined
  const { isToBeNoted, ...session } = found
  // Once a minute is enough, and losing it does no harm: hence no transaction whose commit is checked.
  if (isToBeNoted && isUse) await noteUse(database, [session.advisorId, session.id])
  return session
}
