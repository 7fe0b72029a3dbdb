import type { Socket } from 'node:net'
import { limits } from '@parley/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { nothingHere } from '../problem/nothing-here.ts'
import { acceptJson } from './accept-json.ts'
import { AllowedMethods } from './allowed-methods.ts'
import type { Guard } from './guard.ts'
import { commonHeaders, refuseLongQueries, refuseOddHeaders } from './headers.ts'
import { logResponses } from './log-responses.ts'
import { parseQueryString } from './query-string.ts'
import { pathOf, sendProblem, toProblem } from './send-problem.ts'
import { closedSessionGuard, type SessionGuard } from './session-guard.ts'
import { SocketProblems } from './sockets.ts'
import { traceIdOf } from './trace.ts'

export interface HttpOptions {
  readonly log: FastifyBaseLogger
  /** Scheme, host and port at which callers reach this service. */
  readonly origin: string
  readonly guard: Guard
  /** Session guard of the advisor app, if it is served. */
  readonly sessionGuard?: SessionGuard
  /** Proxies whose forwarded client address is trusted. */
  readonly trustedProxies?: readonly string[]
}

export type HttpServer = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    guard: Guard
    sessionGuard: SessionGuard
    /** Every bound path, in order. */
    routeTable: readonly ServedRoute[]
  }
}

export interface ServedRoute {
  readonly method: string
  readonly url: string
}

/** Client timeouts. The check runs every second, so each may last up to a second longer. */
export const clientTimeouts = {
  headersMs: 5_000,
  requestMs: 10_000,
  idleMs: 72_000,
  checkEveryMs: 1_000,
} as const

/** How long an unused connection may still send a request once the server stops. */
const silentMs = 1_000

/** An HTTP server on which every failure returns a problem. Routes are bound to it by route(). */
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
      requireHostHeader: false, // Node would respond without a problem body; refuseOddHeaders sends one
    },
    // While the server stops, requests on open connections are still handled.
    return503OnClosing: false,
    // Reading the files of the app took longer than the usual ten seconds on a machine that was busy elsewhere.
    pluginTimeout: 120_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      void sendProblem(toProblem(error, request), request, reply, origin)
    },
    clientErrorHandler: (error, socket) => socketProblems.answer(error, socket),
  })

  socketProblems.watch(app.server)

  const routeTable: ServedRoute[] = []
  app.decorate('routeTable', routeTable)
  const allowedMethods = new AllowedMethods()
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) {
      routeTable.push({ method: one, url })
      if (config?.operation) allowedMethods.add(one, url)
    }
  })
  app.decorate('guard', guard)
  app.decorate('sessionGuard', sessionGuard)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('session', undefined)
  app.decorateRequest('identifiedAtMs', 0)
  app.decorateRequest('idempotency', undefined)
  acceptJson(app)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request.id, origin))
    refuseOddHeaders(request.raw)
    refuseLongQueries(request.raw)
    if (request.is404) throw allowedMethods.problemAt(request.method, pathOf(request))
  })
  logResponses(app)
  closeConnectionsWhenStopping(app)
  closeSilentConnectionsWhenStopping(app)
  app.decorateReply('problemCode', undefined)
  app.setErrorHandler((error, request, reply) =>
    sendProblem(toProblem(error, request), request, reply, origin),
  )
  app.setNotFoundHandler(() => {
    throw nothingHere()
  })
  return app
}

/** A connection that stays open after its last response would delay the stop until it times out. */
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
 * Browsers connect ahead of time and send a request later, or never. Node closes such connections after the header timeout, but
 * no longer once the server closes, and does not count them as idle: each would delay the stop.
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
