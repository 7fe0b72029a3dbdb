import { accountHeader, backgroundHeader, eventsPath, type Role } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/db/pool.ts'
import { refuseOtherSites } from '../../platform/http/refuse-other-sites.ts'
import type { SessionGuard } from '../../platform/http/session-guard.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type Clock, systemClock } from '../../platform/time/clock.ts'
import { MemoryCounter } from '../access/usage/memory-counter.ts'
import { retryAfterSeconds } from '../access/usage/usage-headers.ts'
import { chooseAccount } from '../roles/choose-account.ts'
import { mayDo } from '../roles/may-do.ts'
import type { Act } from '../roles/permissions.ts'
import { roleIn } from '../roles/role-in.ts'
import { createCookie } from './cookie.ts'
import { type FoundSession, findSession } from './find-session.ts'

interface SessionGuardParts {
  readonly database: Database
  readonly config: { readonly publicOrigin: string }
  readonly clock?: Clock
}

/** Far more than a person needs, and low enough that a runaway page does not overload the database. */
const plan = { ratePerSecond: 50, burst: 300, dailyQuota: null }

/** The guard of the advisor app: origin of the request, then the session, the rate, the account and the role. */
export function createSessionGuard({
  database,
  config,
  clock = systemClock,
}: SessionGuardParts): SessionGuard {
  const cookie = createCookie('app', config.publicOrigin)
  const usage = new MemoryCounter(clock)

  const enter = async (request: FastifyRequest): Promise<FoundSession> => {
    refuseOtherSites(request, config.publicOrigin)
    const token = cookie.read(request)
    const found =
      token === undefined ? undefined : await findSession(database, { token, isUse: isUse(request) })
    if (!found) throw new Problem('unauthorized', 'You are not signed in, or your session has ended.')
    const verdict = usage.count(found.session.id, plan)
    if (verdict.refusedBy === undefined) return found
    const seconds = retryAfterSeconds(verdict)
    throw new Problem('rate_limited', `Too many requests at once. Try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    })
  }

  return {
    identifyPerson: async (request, operation) => {
      const { session, roles } = await enter(request)
      requireRole(roles, operation)
      return session
    },
    identifyAccount: async (request, operation) => {
      const { session, accounts, held } = await enter(request)
      const { personId } = session
      const advisorId = chooseAccount({ personId, accounts, held, wanted: accountIn(request) })
      if (advisorId === undefined) throw noAccount()
      const role = roleIn({ advisorId, held })
      requireRole([role], operation)
      return { ...session, advisorId, role }
    },
  }
}

/** An automatic reconnect is not an action of a person. */
const isUse = ({ headers, routeOptions }: FastifyRequest): boolean =>
  headers[backgroundHeader] === undefined && routeOptions.url !== eventsPath

/** Links and event streams cannot send headers. Anything that is not an id is nobody's account. */
function accountIn({ headers, method, query }: FastifyRequest): number | undefined {
  const said =
    headers[accountHeader] ?? (method === 'GET' ? (query as { account?: unknown }).account : undefined)
  if (said === undefined) return undefined
  return typeof said === 'string' && /^[1-9][0-9]{0,15}$/.test(said) ? Number(said) : 0
}

function requireRole(held: readonly Role[], act: Act): void {
  if (!mayDo(held, act)) throw new Problem('forbidden', 'Your role in the firm does not allow this.')
}

const noAccount = (): Problem =>
  new Problem(
    'forbidden',
    'Choose the advisor for whom you act. You cannot act for this one, or none is chosen.',
    {
      details: { chooseAccount: true },
    },
  )
