import { eventsPath } from '@parley/contract'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountSession } from '../../platform/caller/app-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { openEventStream } from '../../platform/http/open-event-stream.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { readReached } from '../../sealing/index.ts'
import type { LiveEvent } from './event-of.ts'
import { createHub, type Listener, type Place, readingOverlapMs } from './hub.ts'

interface EventsParts {
  readonly database: Database
  readonly log: FastifyBaseLogger
}

/** Windows of one browser; each has one connection. */
const connectionsMax = 8
/** After a longer absence the client reloads everything, which costs less than reading a day of events. */
const resumeMs = 3_600_000
const resumeEntries = 20_000
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
    const session = await app.sessionGuard.identifyAccount(request, 'liveUpdates')
    if (hub.listenersOf(session.id) >= connectionsMax) {
      throw new Problem('rate_limited', `This session has ${connectionsMax} connections open already.`, {
        headers: { 'retry-after': '5' },
      })
    }
    const here = await placeOf(session.advisorId)
    const wanted = lastEventOf(request)
    const isReset = wanted !== undefined && !canResume(wanted, here)
    if (isStopping) throw new Problem('downstream_unavailable', 'This process is stopping.')
    stream(reply, session, { place: wanted === undefined || isReset ? here : wanted, isReset })
    return reply
  })

  async function placeOf(advisorId: number): Promise<Place> {
    const { seq, now } = firstRow(await readReached(database, [advisorId]), 'the place in the log')
    return { seq, readSince: new Date(now.getTime() - readingOverlapMs) }
  }

  function stream(
    reply: FastifyReply,
    session: AccountSession,
    { place, isReset }: { readonly place: Place; readonly isReset: boolean },
  ): void {
    const raw = openEventStream(reply, { 'cross-origin-resource-policy': 'same-origin' })
    open.add(raw)
    const write = (text: string): void => {
      if (raw.writableLength > unreadBytesMax) raw.destroy()
      else if (!raw.writableEnded) raw.write(text)
    }
    const send = ({ name, data }: LiveEvent): void =>
      write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    const listener: Listener = {
      session,
      place,
      send,
      // The browser stores an id without data and reports nothing to the page.
      reach: reached => write(`id: ${idOf(reached)}\n\n`),
      end: () => {
        send({ name: 'end', data: {} })
        raw.end()
      },
      restart: () => raw.end(),
    }
    raw.once('close', () => {
      open.delete(raw)
      hub.remove(listener)
    })
    write(`retry: ${retryMs}\nid: ${idOf(place)}\n\n`)
    send({ name: isReset ? 'reset' : 'ready', data: {} })
    hub.add(listener)
  }
}

const idOf = ({ seq, readSince }: Place): string => `${seq}-${readSince.getTime()}`

/** A place that this log never had, such as one of a database that was restored since, is none to resume from. */
const nowhere: Place = { seq: Number.MAX_SAFE_INTEGER, readSince: new Date(0) }

function canResume({ seq, readSince }: Place, here: Place): boolean {
  const entries = here.seq - seq
  const absentMs = here.readSince.getTime() - readSince.getTime()
  return entries >= 0 && entries <= resumeEntries && Math.abs(absentMs) <= resumeMs
}

/** The last event id from the browser; a page that opens a new connection sends it in the URL. */
function lastEventOf({ headers, query }: FastifyRequest<EventsRoute>): Place | undefined {
  const said = headers['last-event-id'] ?? query.after
  if (said === undefined || said === '') return undefined
  const parts = typeof said === 'string' ? /^(\d{1,15})-(\d{1,15})$/.exec(said) : null
  return parts ? { seq: Number(parts[1]), readSince: new Date(Number(parts[2])) } : nowhere
}
