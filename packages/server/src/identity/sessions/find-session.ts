import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { hashSecret } from '../secrets.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { noteUse, sessionByToken } from './queries.ts'

interface Found {
  readonly token: string
  /** The advisor made the request, and not the app in the background. */
  readonly isUse: boolean
}

/** The session of a token, read for each request: an ended session is over on every process at once. */
export async function findSession(
  database: Database,
  { token, isUse }: Found,
): Promise<AppSession | undefined> {
  const [found] = await sessionByToken(database, [hashSecret(token), sessionLifetimes.idle])
  if (!found) return undefined
  const { isToBeNoted, ...session } = found
  // Once a minute is enough, and losing it is harmless: hence no transaction whose commit is checked.
  if (isToBeNoted && isUse) await noteUse(database, [session.advisorId, session.id])
  return session
}
