import type { FastifyRequest } from 'fastify'
import type { AppSession } from '../caller/app-session.ts'
import { Problem } from '../problem/problem.ts'

/** Authenticates callers of the advisor app. The identity feature provides it. */
export interface SessionGuard {
  /** Checks the origin of the request, then the session cookie. */
  identify(request: FastifyRequest): Promise<AppSession>
}

/** Without the app every call is refused. */
export const closedSessionGuard: SessionGuard = {
  identify: () => Promise.reject(new Problem('unauthorized', 'Sign in first.')),
}
