import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/db/pool.ts'
import { sessionLifetimes } from '../../session-lifetimes.ts'
import type { Cookie } from '../../sessions/cookie.ts'
import { describeBrowser } from '../../sessions/describe-browser.ts'
import { findSession } from '../../sessions/find-session.ts'
import { startSession } from '../../sessions/start-session.ts'

interface Entry {
  /** Of the session. */
  readonly cookie: Cookie
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly personId: number
}

/** Starts a session of the app, and says where its person has something to do. */
export async function enterApp(
  database: Database,
  { cookie, request, reply, personId }: Entry,
): Promise<'/app' | '/firm'> {
  const { token } = await startSession(database, {
    personId,
    heldToken: cookie.read(request),
    browser: describeBrowser(request.headers['user-agent']),
    // The firm decides how many factors its provider asks for, and an operator vouches for a one-time link.
    hasSecondFactor: true,
  })
  cookie.set(reply, token, sessionLifetimes.whole)
  const found = await findSession(database, { token, isUse: false })
  return found?.accounts.length === 0 ? '/firm' : '/app'
}
