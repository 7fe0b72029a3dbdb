import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { pathOf } from '../../http/answer-problem.ts'
import type { HttpServer } from '../../http/server.ts'
import { pageHeaders } from '../sign-in/page-headers.ts'
import { isForPeople, paths, wellKnownPaths } from './paths.ts'
import { retryAfterSeconds } from './store.ts'

interface Mounted {
  readonly current: () => Promise<Provider>
  readonly publicOrigin: string
  /** The page for when there is no provider yet. */
  readonly renderAway: (traceId: string) => string
}

/** Lets the library answer its addresses, behind the server's own checks of every request. */
export function mountProvider(app: HttpServer, { current, publicOrigin, renderAway }: Mounted): void {
  const callbacks = new WeakMap<Provider, ReturnType<Provider['callback']>>()
  const underWay = new Set<ServerResponse>()
  let isStopping = false

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const provider = await current().catch(() => undefined)
    if (!provider) {
      reply.code(503).header('retry-after', retryAfterSeconds)
      return isForPeople(pathOf(request))
        ? reply.headers(pageHeaders({ publicOrigin })).send(renderAway(request.id))
        : reply.send({ error: 'temporarily_unavailable' })
    }
    const callback = callbacks.get(provider) ?? provider.callback()
    callbacks.set(provider, callback)
    // From here on Fastify only counts and logs the answer, so its headers are handed over.
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    if (isStopping) reply.raw.shouldKeepAlive = false
    underWay.add(reply.raw)
    reply.raw.once('close', () => underWay.delete(reply.raw))
    await callback(request.raw, reply.raw)
    return reply
  }

  void app.register(async scope => {
    scope.addHook('preClose', async () => {
      isStopping = true
      // A connection that stays open after its last answer would hold up the stop.
      for (const response of underWay) response.shouldKeepAlive = false
    })
    // The library reads the body itself, and refuses what is no form.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const path of [paths.authorization, `${paths.authorization}/:uid`, paths.jwks, ...wellKnownPaths]) {
      scope.get(path, answer)
    }
    for (const path of [paths.token, paths.revocation]) scope.post(path, answer)
  })
}
