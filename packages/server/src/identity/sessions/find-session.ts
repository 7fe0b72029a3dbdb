import type { Role } from '@parley/contract'
import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { hashSecret } from '../secrets.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { noteUse, sessionByToken } from './queries.ts'

interface Use {
  readonly token: string
  /** A person made the request, and not the app in the background. */
  readonly isUse: boolean
}

export interface FoundSession {
  readonly session: AppSession
  readonly roles: readonly Role[]
  /** Advisors for whom the person can act. */
  readonly accounts: readonly number[]
  /** Those of them that are the person's own. */
  readonly held: readonly number[]
}

/** The session of a token with the rights of its person, read for each request: what ended is over on every process at once. */
export async function findSession(
  database: Database,
  { token, isUse }: Use,
): Promise<FoundSession | undefined> {
  const [found] = await sessionByToken(database, [hashSecret(token), sessionLifetimes.idle])
  if (!found) return undefined
  const { isToBeNoted, roles, accounts, held, ...session } = found
  // Once a minute is enough, and losing it is harmless: hence no transaction whose commit is checked.
  if (isToBeNoted && isUse) await noteUse(database, [session.personId, session.id])
  return { session, roles, accounts, held }
}
