import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import Provider, { errors } from 'oidc-provider'
import { classifyDatabaseError } from '../../../platform/db/errors.ts'

/** Value of Retry-After. */
export const retryAfterSeconds = '5'

/** The one failure that partners should retry. It is shown directly and never sent by redirect. */
export class StoreUnavailable extends errors.OIDCProviderError {
  override readonly name = 'StoreUnavailable'
  override expose = true
  override allow_redirect = false
  override error_description = 'the authorization service is unavailable, try again shortly'

  constructor(cause: unknown) {
    super(503, 'temporarily_unavailable', { cause, detail: 'the store failed' })
  }
}

/** Id of the request in the response and the log. */
export const traceIdOf = (ctx: { readonly res: ServerResponse } | undefined): string | undefined =>
  ctx?.res.getHeader('x-trace-id')?.toString()

export type Ask = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs database work. If the database is down, slow or uncertain, no token is issued and the caller may retry. */
export const askStore =
  (log: FastifyBaseLogger): Ask =>
  async work => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof errors.OIDCProviderError || classifyDatabaseError(error) === 'bug') throw error
      log.error({ err: error, traceId: traceIdOf(Provider.ctx) }, 'the authorization store failed')
      throw new StoreUnavailable(error)
    }
  }
