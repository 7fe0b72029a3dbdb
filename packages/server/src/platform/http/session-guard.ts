import type { AppOperationId } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import type { AccountSession, AppSession } from '../caller/app-session.ts'
import { Problem } from '../problem/problem.ts'

/** Authenticates and authorizes callers of the advisor app. The identity feature provides it. */
export interface SessionGuard {
  /** Checks the origin of the request, the session cookie, and that a role of the person allows the operation. */
  identifyPerson(request: FastifyRequest, operation: AppOperationId): Promise<AppSession>
  /** Also chooses the advisor's account that the request is for. */
  identifyAccount(request: FastifyRequest, operation: AppOperationId | 'liveUpdates'): Promise<AccountSession>
}

const closed = (): Promise<never> => Promise.reject(new Problem('unauthorized', 'Sign in first.'))

/** Without the app every call is refused. */
export const closedSessionGuard: SessionGuard = { identifyPerson: closed, identifyAccount: closed }
