import { backgroundHeader, eventsPath } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { refuseOtherSites } from '../../http/refuse-other-sites.ts'
import type { SessionGuard } from '../../http/session-guard.ts'
import { type Clock, systemClock } from '../access/clock.ts'
import { MemoryCounter } from '../access/usage/memory-counter.ts'
import { retryAfterSeconds } from '../access/usage/usage-headers.ts'
import { createCookie } from './cookie.ts'
import { findSession } from './find-session.ts'

interface SessionGuardParts {
  readonly database: Database
  readonly config: { readonly publicOrigin: string }
  readonly clock?: Clock
}

/** Far more than a person needs, and little enough that a page gone wild does not take the database with it. */
const plan = { ratePerSecond: 50, burst: 300, dailyQuota: null }

/** The guard of the advisor's own app: where the request comes from, then whose session it is, then how many there are. */
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
      if (!session) throw new Problem('unauthorized', 'Nobody is signed in here, or the session is over.')
      const verdict = usage.count(session.id, plan)
      if (verdict.refusedBy === undefined) return session
      const seconds = retryAfterSeconds(verdict)
      throw new Problem('rate_limited', `These are too many requests at once. Try again in ${seconds} s.`, {
        headers: { 'retry-after': String(seconds) },
      })
    },
  }
}

/** A connection that comes back by itself is none of the advisor's doing, either. */
const isUse = ({ headers, routeOptions }: FastifyRequest): boolean =>
  headers[backgroundHeader] === undefined && routeOptions.url !== eventsPath
