import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import Provider, { errors } from 'oidc-provider'
import { classifyDatabaseError } from '../../db/errors.ts'

/** When to try again, as Retry-After says it. */
export const retryAfterSeconds = '5'

/** The one failure that a partner is told to try again. It is shown where it happens and never sent on by redirect. */
export class StoreUnavailable extends errors.OIDCProviderError {
  override readonly name = 'StoreUnavailable'
  override expose = true
  override allow_redirect = false
  override error_description = 'the authorization service is unavailable, try again shortly'

  constructor(cause: unknown) {
    super(503, 'temporarily_unavailable', { cause, detail: 'the store failed' })
  }
}

/** Under which the answer and the log know the request. */
export const traceIdOf = (ctx: { readonly res: ServerResponse } | undefined): string | undefined =>
  ctx?.res.getHeader('x-trace-id')?.toString()

export type Ask = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs what needs the database. Where that is down, slow or unsure, no token is given and the caller may try again. */
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
