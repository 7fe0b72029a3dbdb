import type { Database } from '../../platform/db/pool.ts'
import { hashArtifactId } from '../hash-artifact-id.ts'
import { sessionLifetimes } from '../session-lifetimes.ts'
import { authorizationSessionsOfAdvisor, sessionsOfPerson } from './queries.ts'
import { sessionNameOf } from './session-name.ts'

export interface ListedSession {
  readonly sessionId: string
  /** Applications: an advisor signed in to allow one, and could allow others without signing in again. */
  readonly purpose: 'app' | 'applications'
  readonly browser: string | null
  readonly signedInAt: Date
  readonly usedAt: Date | null
  readonly expiresAt: Date
  readonly isCurrent: boolean
}

interface Asking {
  readonly personId: number
  /** Sessions of the requesting browser. */
  readonly appSessionId: number | null
  readonly authorizationSession: string | undefined
}

/** Sessions of a person, the requesting browser's first. */
export async function listSessions(
  database: Database,
  { personId, appSessionId, authorizationSession }: Asking,
): Promise<ListedSession[]> {
  const heldHash = authorizationSession === undefined ? undefined : hashArtifactId(authorizationSession)
  const [own, authorizing] = await Promise.all([
    sessionsOfPerson(database, [personId, sessionLifetimes.idle]),
    authorizationSessionsOfAdvisor(database, [personId]),
  ])
  const sessions: ListedSession[] = [
    ...own.map(({ id, ...session }) => ({
      ...session,
      sessionId: sessionNameOf({ purpose: 'app', id }),
      purpose: 'app' as const,
      isCurrent: id === appSessionId,
    })),
    ...authorizing.map(({ uid, idHash, ...session }) => ({
      ...session,
      sessionId: sessionNameOf({ purpose: 'applications', uid }),
      purpose: 'applications' as const,
      browser: null,
      usedAt: null,
      isCurrent: idHash === heldHash,
    })),
  ]
  return sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}
