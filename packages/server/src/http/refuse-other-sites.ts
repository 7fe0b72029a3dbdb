import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/**
 * Refuses what a page of another site makes the browser send, cookie and all. Browsers say where a request comes from in
 * Sec-Fetch-Site; over plain http to another machine they say it only for writes, in Origin. Who says neither is no page of
 * ours, so it may read, which a page of another site cannot, and not write.
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
