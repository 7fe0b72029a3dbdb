import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptForms, createCookie, createFormTokens, errorPage } from '../../identity/serve.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import { isStale } from '../../platform/http/is-stale.ts'
import { refuseOtherSites } from '../../platform/http/refuse-other-sites.ts'
import { toProblem } from '../../platform/http/send-problem.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { endpointsOf } from '../endpoints/queries.ts'
import { type ConsoleContext, type ConsoleSession, endpointIdOf } from './console-context.ts'
import { endConsole } from './end-console.ts'
import { findConsoleLink, findConsoleSession } from './find-console-session.ts'
import { openConsole, sessionSeconds } from './open-console.ts'
import { endpointsPage } from './pages/endpoints-page.ts'
import { closedPage, openPage } from './pages/open-page.ts'
import { consoleHeaders } from './pages/render-frame.ts'
import { verifyPage } from './pages/verify-page.ts'
import { readEndpoints } from './read-endpoints.ts'
import { type ActParts, serveEndpointActs } from './serve-endpoint-acts.ts'
import { verifyDelivery } from './verify-delivery.ts'

export interface ConsoleParts extends ActParts {
  readonly environment: Environment
}

interface ConsoleRoute {
  Querystring: { link?: unknown }
  Body: URLSearchParams | undefined
}

const address = '/developer'
/** An event has a few kilobytes, and a form may encode each byte as three. */
const formBytesMax = 64 * 1024

/**
 * The developers' console of an application, opened by a link that works once. It is for people who have no account here: a session
 * belongs to the application. Pages need no script.
 */
export function serveConsole(app: HttpServer, parts: ConsoleParts): void {
  const { database, publicOrigin, secretKeys, environment } = parts
  const isSandbox = environment === 'sandbox'
  const cookie = createCookie('developer', publicOrigin)
  const tokens = createFormTokens(secretKeys)
  const sessions = new WeakMap<FastifyRequest, ConsoleSession>()
  const send: ConsoleContext['send'] = (reply, page, status = 200) =>
    reply.code(status).headers(consoleHeaders(publicOrigin)).send(page)
  const sessionOf: ConsoleContext['sessionOf'] = request => {
    const session = sessions.get(request)
    if (!session) throw new Error('a handler ran before the session was found')
    return session
  }
  const frameOf: ConsoleContext['frameOf'] = request => {
    const { name: applicationName, token } = sessionOf(request)
    return { applicationName, token: tokens.of(`console ${token}`), isSandbox }
  }

  void app.register(async scope => {
    acceptForms(scope, formBytesMax)
    scope.setErrorHandler((error, request, reply) => {
      const problem = toProblem(error, request)
      if (problem.status >= 500)
        request.log.error({ err: problem.cause, code: problem.code }, 'request failed')
      reply.problemCode = problem.code
      return send(reply, errorPage({ ...wordsOf(problem), traceId: request.id }), problem.status)
    })

    scope.get<ConsoleRoute>(`${address}/open`, async (request, reply) => {
      const link = textOf(request.query.link)
      const application = await findConsoleLink(database, link)
      if (!application || link === undefined) return send(reply, closedPage(isSandbox, true), 404)
      return send(reply, openPage({ applicationName: application.name, link, isSandbox }))
    })

    scope.post<ConsoleRoute>(`${address}/open`, async (request, reply) => {
      refuseOtherSites(request, publicOrigin)
      const linkToken = request.body?.get('link') ?? ''
      const heldToken = cookie.read(request)
      const token = await openConsole(database, { linkToken, heldToken, traceId: request.id })
      if (token === undefined) return send(reply, closedPage(isSandbox, true), 404)
      cookie.set(reply, token, sessionSeconds)
      return reply.redirect(address, 303)
    })

    await scope.register(async inside => {
      /** Returns the reply if there is no session. */
      const enter = async (
        request: FastifyRequest,
        reply: FastifyReply,
      ): Promise<FastifyReply | undefined> => {
        const session = await findConsoleSession(database, cookie.read(request))
        if (!session) return send(reply, closedPage(isSandbox, false), 401)
        request.identifiedAtMs = performance.now()
        sessions.set(request, session)
        return undefined
      }
      // Before the body is read.
      inside.addHook('onRequest', async (request, reply) => {
        if (request.method === 'POST') refuseOtherSites(request, publicOrigin)
        return enter(request, reply)
      })
      inside.addHook('preHandler', async (request, reply) => {
        if (request.method !== 'POST') return undefined
        const closed = isStale(request) ? await enter(request, reply) : undefined
        if (closed) return closed
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        if (!tokens.fits(`console ${sessionOf(request).token}`, form.get('token')))
          throw new Problem('forbidden', 'The form did not come from this page. Reload the page.')
        return undefined
      })
      serveInside(inside, parts, { sessionOf, frameOf, send }, reply => cookie.clear(reply))
    })
  })
}

function serveInside(
  inside: HttpServer,
  parts: ConsoleParts,
  context: ConsoleContext,
  clearCookie: (reply: FastifyReply) => void,
): void {
  const { database } = parts
  const { sessionOf, frameOf, send } = context

  inside.get(address, async (request, reply) => {
    const endpoints = await readEndpoints(database, sessionOf(request).applicationId)
    return send(reply, endpointsPage(frameOf(request), endpoints))
  })

  inside.get(`${address}/verify`, async (request, reply) => {
    const endpoints = await endpointsOf(database, [sessionOf(request).applicationId])
    return send(reply, verifyPage(frameOf(request), { endpoints }))
  })

  inside.post<ConsoleRoute>(`${address}/verify`, async (request, reply) => {
    const { applicationId } = sessionOf(request)
    const form = request.body ?? new URLSearchParams()
    const endpointId = endpointIdOf(form.get('endpoint'))
    const [headers, body] = [form.get('headers') ?? '', form.get('body') ?? '']
    const endpoints = await endpointsOf(database, [applicationId])
    const verdict = await verifyDelivery(parts, { applicationId, endpointId, headers, body })
    return send(reply, verifyPage(frameOf(request), { endpoints, endpointId, headers, body, verdict }))
  })

  inside.post(`${address}/leave`, async (request, reply) => {
    await endConsole(database, sessionOf(request).token)
    clearCookie(reply)
    return reply.redirect(address, 303)
  })

  serveEndpointActs(inside, parts, context)
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function wordsOf({ code, message }: Problem): { readonly title: string; readonly message: string } {
  switch (code) {
    case 'not_found':
      return { title: 'Not found', message }
    case 'payload_too_large':
      return { title: 'Too large', message: 'Paste at most 20 kB: one delivery.' }
    case 'downstream_unavailable':
    case 'downstream_timeout':
      return { title: 'Temporarily unavailable', message: 'Wait a moment, then reload this page.' }
    case 'internal_error':
      return {
        title: 'Something went wrong',
        message: 'An error occurred on our side. Try again in a moment.',
      }
    default:
      return { title: 'You can’t continue', message }
  }
}
