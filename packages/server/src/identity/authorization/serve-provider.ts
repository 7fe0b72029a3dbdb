import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { pageHeaders } from '../../platform/http/pages/page-headers.ts'
import { pathOf } from '../../platform/http/send-problem.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { AddressLimit, authorizationsPlan, failuresPlan } from '../access/address-limit.ts'
import { isForPeople, paths, wellKnownPaths } from './paths.ts'
import { retryAfterSeconds } from './provider/store.ts'

interface Refused {
  readonly status: 429 | 503
  readonly retryAfter: string
  readonly description: string
}

interface Mounted {
  readonly current: () => Promise<Provider>
  readonly publicOrigin: string
  /** The page while there is no provider yet. */
  readonly renderAway: (traceId: string) => string
}

/** Lets the library handle its paths, after the server's own checks of every request. */
export function mountProvider(app: HttpServer, { current, publicOrigin, renderAway }: Mounted): void {
  const callbacks = new WeakMap<Provider, ReturnType<Provider['callback']>>()
  const underWay = new Set<ServerResponse>()
  let isStopping = false

  const failures = new AddressLimit(failuresPlan, systemClock)
  const authorizations = new AddressLimit(authorizationsPlan, systemClock)

  /** Requests limited by address: wrong secrets, and requests that leave an interaction behind. */
  const limitOf = (request: FastifyRequest): AddressLimit | undefined => {
    const path = pathOf(request)
    if (path === paths.authorization) return authorizations
    return request.method === 'POST' ? failures : undefined
  }

  const refuse = (reply: FastifyReply, request: FastifyRequest, how: Refused): FastifyReply => {
    reply.code(how.status).header('retry-after', how.retryAfter)
    return isForPeople(pathOf(request))
      ? reply.headers(pageHeaders({ publicOrigin })).send(renderAway(request.id))
      : reply.send({ error: 'temporarily_unavailable', error_description: how.description })
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const limit = limitOf(request)
    const waitSeconds = limit?.waitSeconds(request.ip) ?? 0
    if (waitSeconds > 0) {
      const description = 'there were too many requests from this address'
      return refuse(reply, request, { status: 429, retryAfter: String(waitSeconds), description })
    }
    if (limit === authorizations) limit.count(request.ip)
    const provider = await current().catch(() => undefined)
    if (!provider) {
      const description = 'the authorization service is unavailable, try again shortly'
      return refuse(reply, request, { status: 503, retryAfter: retryAfterSeconds, description })
    }
    const callback = callbacks.get(provider) ?? provider.callback()
    callbacks.set(provider, callback)
    // From here on Fastify only counts and logs the response, so its headers are copied.
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    if (isStopping) reply.raw.shouldKeepAlive = false
    underWay.add(reply.raw)
    reply.raw.once('close', () => underWay.delete(reply.raw))
    await callback(request.raw, reply.raw)
    if (limit === failures && reply.raw.statusCode === 401) limit.count(request.ip)
    return reply
  }

  void app.register(async scope => {
    scope.addHook('preClose', async () => {
      isStopping = true
      // A connection that stays open after its last response would delay the stop.
      for (const response of underWay) response.shouldKeepAlive = false
    })
    // The library reads the body itself, and rejects anything but a form.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const path of [paths.authorization, `${paths.authorization}/:uid`, paths.jwks, ...wellKnownPaths]) {
      scope.get(path, answer)
    }
    for (const path of [paths.token, paths.revocation]) scope.post(path, answer)
  })
}
