import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { AddressLimit, failuresPlan, tooMany } from '../../access/address-limit.ts'
import { hashSecret } from '../../secrets.ts'
import { firmOfToken } from './queries.ts'

const tokenPattern = /^Bearer (parley_directory_[a-z]{1,20}_[\w-]{43})$/i

/**
 * Finds the firm of a directory's token, which is read for each request: one that was revoked is refused at once. The directory of a
 * firm that is disabled is still heard, so that nobody who left comes back when the firm does.
 */
export function createDirectoryGuard(database: Database): (request: FastifyRequest) => Promise<number> {
  const failures = new AddressLimit(failuresPlan, systemClock)
  return async ({ headers, ip }) => {
    const seconds = failures.waitSeconds(ip)
    if (seconds > 0) throw tooMany(seconds)
    const [, token] = tokenPattern.exec(headers.authorization ?? '') ?? []
    const [found] = token === undefined ? [] : await firmOfToken(database, [hashSecret(token)])
    if (found) return found.firmId
    failures.count(ip)
    throw new Problem('unauthorized', 'The token is not accepted.', {
      headers: { 'www-authenticate': 'Bearer realm="parley directory"' },
    })
  }
}
