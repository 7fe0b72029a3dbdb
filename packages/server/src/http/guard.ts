import type { OperationScope } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** On whose behalf a request is made. Every verb takes the advisor from here and from nowhere else. */
export interface Caller {
  readonly advisorId: number
  /** Null: the advisor, in their own app. */
  readonly applicationId: number | null
  readonly scopes: ReadonlySet<string>
}

/** Who may come in. The identity feature provides it; the platform only knows when to ask. */
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

/** The guard of an installation without an identity feature: nobody comes in. */
export const closedGuard: Guard = {
  identify: () =>
    Promise.reject(new Problem('unauthorized', 'This installation issues no access tokens yet.')),
  admit: () => Promise.resolve(),
}
