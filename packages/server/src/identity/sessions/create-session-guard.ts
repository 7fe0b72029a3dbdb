import { backgroundHeader, eventsPath } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/db/pool.ts'
import { refuseOtherSites } from '../../platform/http/refuse-other-sites.ts'
import type { SessionGuard } from '../../platform/http/session-guard.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type Clock, systemClock } from '../../platform/time/clock.ts'
import { MemoryCounter } from '../access/usage/memory-counter.ts'
import { retryAfterSeconds } from '../access/usage/usage-headers.ts'
import { createCookie } from './cookie.ts'
import { findSession } from './find-session.ts'

interface SessionGuardParts {
  readonly database: Database
  readonly config: { readonly publicOrigin: string }
  readonly clock?: Clock
}

/** Far more than a person needs, and low enough that a runaway page does not overload the database. */
const plan = { ratePerSecond: 50, burst: 300, dailyQuota: null }

/** The guard of the advisor app: origin of the request, then the session, then the rate. */
export function createSessionGuard({
  database,
  config,
  clock = systemClock,
}: SessionGuardParts): SessionGuard {
  const cookie = createCookie('app', config.publicOrigin)
  const usage = new MemoryCounter(clock)
  return {
    identify: async request => {
      refuseOtherSites(request, config.publicOrigin)
      const token = cookie.read(request)
      const session =
        token === undefined ? undefined : await findSession(database, { token, isUse: isUse(request) })
      if (!session) throw new Problem('unauthorized', 'You are not signed in, or your session has ended.')
      const verdict = usage.count(session.id, plan)
      if (verdict.refusedBy === undefined) return session
      const seconds = retryAfterSeconds(verdict)
      throw new Problem('rate_limited', `Too many requests at once. Try again in ${seconds} s.`, {
        headers: { 'retry-after': String(seconds) },
      })
    },
  }
}

/** An automatic reconnect is not an action of the advisor. */
const isUse = ({ headers, routeOptions }: FastifyRequest): boolean =>
  headers[backgroundHeader] === undefined && routeOptions.url !== eventsPath
