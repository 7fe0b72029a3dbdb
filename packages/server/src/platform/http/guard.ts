import type { Operation } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApplicationCaller, Caller, UsageLeft } from '../caller/caller.ts'
import { Problem } from '../problem/problem.ts'

/** Authenticates and limits callers. The identity feature provides it; the platform only knows when to call it. */
export interface Guard {
  /** Checks the token, then the key. */
  identify(request: FastifyRequest): Promise<Caller | ApplicationCaller>
  /** Counts the request against the caller's usage plan. */
  admit(caller: Caller | ApplicationCaller, reply: FastifyReply): Promise<UsageLeft | undefined>
}

type Guarded = Pick<Operation, 'scope' | 'takesApplicationToken'>

/** The caller, if the operation takes them. */
export async function identifyCaller(
  guard: Guard,
  { scope, takesApplicationToken }: Guarded,
  request: FastifyRequest,
): Promise<Caller | ApplicationCaller> {
  const caller = await guard.identify(request)
  if (caller.advisorId === null && !takesApplicationToken)
    throw new Problem('forbidden', 'This operation needs an access token for one advisor.')
  if (scope !== null && !caller.scopes.has(scope))
    throw new Problem('forbidden', `The access token lacks the scope ${scope}.`)
  return caller
}

/** Without an identity feature every call is refused. */
export const closedGuard: Guard = {
  identify: () =>
    Promise.reject(new Problem('unauthorized', 'This installation issues no access tokens yet.')),
  admit: () => Promise.resolve(undefined),
}
