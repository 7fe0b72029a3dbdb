import { eventsPath } from '@parley/contract'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import type { HttpServer } from '../../http/server.ts'
import type { AppSession } from '../../http/session-guard.ts'
import { readHorizon } from '../../journal/index.ts'
import type { LiveEvent } from './event-of.ts'
import { createHub, type Listener } from './hub.ts'

interface EventsParts {
  readonly database: Database
  readonly log: FastifyBaseLogger
}

/** Windows of one browser; each has one connection. */
const connectionsMax = 8
/** Who was away for longer reads everything anew, which costs less than reading a day of events. */
const resumeMs = 3_600_000
/** A client that does not read is cut off, and goes on where it was when it comes back. */
const unreadBytesMax = 1_000_000
const retryMs = 1_000

interface EventsRoute {
  Querystring: { after?: unknown }
}

/** Live updates of the advisor's own app, as server-sent events. The contract says what they mean. */
export function serveEvents(app: HttpServer, { database, log }: EventsParts): void {
  const hub = createHub({
    database,
    onFailure: error => log.warn({ err: error }, 'live updates could not be read'),
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
      // Keeps a proxy from collecting events until they fill a page.
      'x-accel-buffering': 'no',
      // One that stays open after the stream has ended would hold up the stop.
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
      // An id without data is remembered by the browser and tells the page nothing.
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

/** What the browser says it has seen; a page that opens a connection anew says it in the address. */
function lastEventOf({ headers, query }: FastifyRequest<EventsRoute>): Date | undefined {
  const said = headers['last-event-id'] ?? query.after
  return typeof said === 'string' && /^\d{1,15}$/.test(said) ? new Date(Number(said)) : undefined
}
