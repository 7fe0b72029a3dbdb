import type { OperationScope } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, UsageLeft } from '../caller/caller.ts'
import { Problem } from '../problem/problem.ts'

/** Authenticates and limits callers. The identity feature provides it; the platform only knows when to call it. */
export interface Guard {
  /** Checks the token, then the key. */
  identify(request: FastifyRequest): Promise<Caller>
  /** Counts the request against the caller's usage plan. */
  admit(caller: Caller, reply: FastifyReply): Promise<UsageLeft | undefined>
}

export async function passGuard(
  guard: Guard,
  scope: OperationScope | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly caller: Caller; readonly usage: UsageLeft | undefined }> {
  const caller = await guard.identify(request)
  if (scope !== null && !caller.scopes.has(scope))
    throw new Problem('forbidden', `The access token lacks the scope ${scope}.`)
  return { caller, usage: await guard.admit(caller, reply) }
}

/** Without an identity feature every call is refused. */
export const closedGuard: Guard = {
  identify: () =>
    Promise.reject(new Problem('unauthorized', 'This installation issues no access tokens yet.')),
  admit: () => Promise.resolve(undefined),
}
