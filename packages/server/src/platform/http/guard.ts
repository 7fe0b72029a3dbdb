import type { OperationScope } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller/caller.ts'
import { Problem } from '../problem/problem.ts'

/** Authenticates and limits callers. The identity feature provides it; the platform only knows when to call it. */
export interface Guard {
  /** Checks the token, then the key. */
  identify(request: FastifyRequest): Promise<Caller>
  /** Counts the request against the caller's usage plan. */
  admit(caller: Caller, reply: FastifyReply): Promise<void>
}

export async function passGuard(
  guard: Guard,
  scope: OperationScope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const caller = await guard.identify(request)
  if (!caller.scopes.has(scope)) throw new Problem('forbidden', `The access token lacks the scope ${scope}.`)
  await guard.admit(caller, reply)
  return caller
}

/** Without an identity feature every call is refused. */
export const closedGuard: Guard = {
  identify: () =>
    Promise.reject(new Problem('unauthorized', 'This installation issues no access tokens yet.')),
  admit: () => Promise.resolve(),
}
