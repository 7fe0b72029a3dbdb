import type { Socket } from 'node:net'
import { limits } from '@parley/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { acceptJson } from './accept-json.ts'
import { answerProblem, toProblem } from './answer-problem.ts'
import type { Guard } from './guard.ts'
import { commonHeaders, refuseOddHeaders } from './headers.ts'
import { Problem } from './problem.ts'
import { parseQueryString } from './query-string.ts'
import { recordAnswers } from './record-answers.ts'
import { closedSessionGuard, type SessionGuard } from './session-guard.ts'
import { SocketProblems } from './sockets.ts'
import { traceIdOf } from './trace.ts'

export interface HttpOptions {
  readonly log: FastifyBaseLogger
  /** Scheme, host and port that callers reach this service by. */
  readonly origin: string
  readonly guard: Guard
  /** Of the advisor's own app, where it is served. */
  readonly sessionGuard?: SessionGuard
  /** Proxies whose word is taken for the address of the caller. */
  readonly trustedProxies?: readonly string[]
}

export type HttpServer = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    guard: Guard
    sessionGuard: SessionGuard
  }
}

/** How long a client may take. The check runs every second, so each may last up to a second more. */
export const clientTimeouts = {
  headersMs: 5_000,
  requestMs: 10_000,
  idleMs: 72_000,
  checkEveryMs: 1_000,
} as const

/** How long a connection on which nothing was asked yet may still ask once the server stops. */
const silentMs = 1_000

/** An HTTP server on which every failure there is, is answered as a problem. Routes are bound to it by route(). */
export function createHttpServer(options: HttpOptions): HttpServer {
  const { log, origin, guard, sessionGuard = closedSessionGuard, trustedProxies = [] } = options
  const socketProblems = new SocketProblems(origin)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    genReqId: raw => traceIdOf(raw.headers['traceparent']),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: limits.bodyBytes,
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 64 },
    requestTimeout: clientTimeouts.requestMs,
    keepAliveTimeout: clientTimeouts.idleMs,
    connectionTimeout: clientTimeouts.idleMs,
    http: {
      headersTimeout: clientTimeouts.headersMs,
      connectionsCheckingInterval: clientTimeouts.checkEveryMs,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false, // Node would answer without a problem; refuseOddHeaders does with one
    },
    // While the server stops, a request that still comes in on an open connection is answered like any other.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      void answerProblem(toProblem(error, request), request, reply, origin)
    },
    clientErrorHandler: (error, socket) => socketProblems.answer(error, socket),
  })

  socketProblems.watch(app.server)

  app.decorate('guard', guard)
  app.decorate('sessionGuard', sessionGuard)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('session', undefined)
  app.decorateRequest('once', undefined)
  acceptJson(app)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request.id))
    refuseOddHeaders(request.raw)
    if (request.is404) throw new Problem('not_found', 'There is nothing at this address.')
  })
  recordAnswers(app)
  closeConnectionsWhenStopping(app)
  closeSilentConnectionsWhenStopping(app)
  app.decorateReply('problemCode', undefined)
  app.setErrorHandler((error, request, reply) =>
    answerProblem(toProblem(error, request), request, reply, origin),
  )
  app.setNotFoundHandler(() => {
    throw new Problem('not_found', 'There is nothing at this address.')
  })
  return app
}

/** A connection that stays open after its last answer would hold up the stop until it times out. */
function closeConnectionsWhenStopping(app: HttpServer): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
}

/**
 * Browsers connect ahead of time and ask later, or never. Node hangs up on them after the time for headers, but not any more
 * once the server closes, and does not count them as idle: each would hold up the stop.
 */
function closeSilentConnectionsWhenStopping(app: HttpServer): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.prependListener('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of silent) socket.destroy()
    }, silentMs).unref()
  })
}
