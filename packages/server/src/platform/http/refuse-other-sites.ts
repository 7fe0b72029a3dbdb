import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem/problem.ts'

/**
 * Refuses cross-site requests, which the browser sends with the cookie. Browsers name the source in Sec-Fetch-Site; over plain
 * http to another machine only for writes, in Origin. A request with neither does not come from our page: it may read, which a
 * page of another site cannot, but not write.
 */
export function refuseOtherSites({ method, headers }: FastifyRequest, ownOrigin: string): void {
  const isRead = method === 'GET' || method === 'HEAD'
  const { 'sec-fetch-site': site, origin } = headers
  if (site === 'same-origin') return
  // The person typed the address.
  if (site === 'none' && isRead) return
  if (site === undefined && (origin === ownOrigin || (origin === undefined && isRead))) return
  throw new Problem('forbidden', 'The request did not come from a page of this service.')
}
