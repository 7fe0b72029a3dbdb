import { eventsPath } from '@parley/contract'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { readHorizon } from '../../journal/index.ts'
import type { AppSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { LiveEvent } from './event-of.ts'
import { createHub, type Listener } from './hub.ts'

interface EventsParts {
  readonly database: Database
  readonly log: FastifyBaseLogger
}

/** Windows of one browser; each has one connection. */
const connectionsMax = 8
/** After a longer absence the client reloads everything, which costs less than reading a day of events. */
const resumeMs = 3_600_000
/** A client that does not read is disconnected, and resumes when it reconnects. */
const unreadBytesMax = 1_000_000
const retryMs = 1_000

interface EventsRoute {
  Querystring: { after?: unknown }
}

/** Live updates of the advisor app, as server-sent events. The contract defines them. */
export function serveEvents(app: HttpServer, { database, log }: EventsParts): void {
  const hub = createHub({
    database,
    onFailure: error => log.warn({ err: error }, 'could not read live updates'),
  })
  const open = new Set<FastifyReply['raw']>()
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    for (const response of open) response.end()
    await hub.stop()
  })

  app.get<EventsRoute>(eventsPath, async (request, reply) => {
    const session = await app.sessionGuard.identify(request)
    if (hub.listenersOf(session.id) >= connectionsMax) {
      throw new Problem('rate_limited', `This session has ${connectionsMax} connections open already.`, {
        headers: { 'retry-after': '5' },
      })
    }
    const horizon = await readHorizon(database)
    const wanted = lastEventOf(request)
    const age = wanted === undefined ? undefined : horizon.getTime() - wanted.getTime()
    const isTooOld = age !== undefined && (age > resumeMs || age < -resumeMs)
    const since = wanted === undefined || isTooOld ? horizon : wanted
    if (isStopping) throw new Problem('downstream_unavailable', 'This process is stopping.')
    stream(reply, session, { since, isReset: isTooOld })
    return reply
  })

  function stream(
    reply: FastifyReply,
    session: AppSession,
    { since, isReset }: { readonly since: Date; readonly isReset: boolean },
  ): void {
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value)
    }
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      // Keeps a proxy from buffering events.
      'x-accel-buffering': 'no',
      // A connection that stays open after the stream has ended would delay the stop.
      connection: 'close',
      'cross-origin-resource-policy': 'same-origin',
    })
    open.add(raw)
    const write = (text: string): void => {
      if (raw.writableLength > unreadBytesMax) raw.destroy()
      else if (!raw.writableEnded) raw.write(text)
    }
    const send = ({ name, data }: LiveEvent): void =>
      write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    const listener: Listener = {
      session,
      since,
      send,
      // The browser stores an id without data and reports nothing to the page.
      reach: moment => write(`id: ${moment.getTime()}\n\n`),
      end: () => {
        send({ name: 'end', data: {} })
        raw.end()
      },
    }
    raw.once('close', () => {
      open.delete(raw)
      hub.remove(listener)
    })
    write(`retry: ${retryMs}\nid: ${since.getTime()}\n\n`)
    send({ name: isReset ? 'reset' : 'ready', data: {} })
    hub.add(listener)
  }
}

/** The last event id from the browser; a page that opens a new connection sends it in the URL. */
function lastEventOf({ headers, query }: FastifyRequest<EventsRoute>): Date | undefined {
  const said = headers['last-event-id'] ?? query.after
  return typeof said === 'string' && /^\d{1,15}$/.test(said) ? new Date(Number(said)) : undefined
}
