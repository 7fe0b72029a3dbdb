import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** An advisor who is signed in to their own app. */
export interface AppSession {
  readonly id: number
  readonly advisorId: number
  readonly signedInAt: Date
  readonly expiresAt: Date
}

/** Who may use the operations of the advisor's own app. The identity feature provides it. */
export interface SessionGuard {
  /** Checks where the request comes from, then the session cookie. */
  identify(request: FastifyRequest): Promise<AppSession>
}

/** Of an installation without the app: nobody is signed in. */
export const closedSessionGuard: SessionGuard = {
  identify: () => Promise.reject(new Problem('unauthorized', 'Sign in first.')),
}
