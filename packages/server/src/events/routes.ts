import { type EventPage, type Operation, operations, type ParleyEvent } from '@parley/contract'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { SecretKeys } from '../identity/index.ts'
import { canonicalJson } from '../journal/index.ts'
import type { ApplicationCaller, Caller } from '../platform/caller/caller.ts'
import type { JsonObject } from '../platform/db/json.ts'
import type { Database } from '../platform/db/pool.ts'
import { type OpenInput, openRoute } from '../platform/http/route.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { Problem } from '../platform/problem/problem.ts'
import { createEventCursors } from './event-cursors.ts'
import { EventFeed } from './event-feed.ts'
import { findEvent } from './find-event.ts'
import { LogCuts } from './log-cuts.ts'
import { placeOfCursor } from './place-of-cursor.ts'
import { proveEvent } from './prove-event.ts'
import type { EventsRequest, PlacedEvent } from './read-events.ts'
import { streamEvents } from './serve-stream.ts'
import { unknownType } from './wanted-kinds.ts'

interface EventsParts {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly config: {
    readonly cell: number
    /** Folder of the published log, if this process can read it. */
    readonly logDirectory?: string
  } & SecretKeys
}

export function serveEvents(app: HttpServer, { database, log, config }: EventsParts): void {
  const cursors = createEventCursors(config, config.cell)
  const cuts = new LogCuts(database)
  const feed = new EventFeed(database, error => log.warn({ err: error }, 'could not follow the log'))
  const stopping = new AbortController()
  app.addHook('preClose', async () => {
    stopping.abort()
    await feed.stop()
  })

  openRoute(app, operations.listEvents, async input => {
    const { query, request, reply } = input
    const isStream = (request.headers.accept ?? '').includes('text/event-stream')
    const lastId = isStream ? request.headers['last-event-id'] : undefined
    const after = typeof lastId === 'string' && lastId !== '' ? lastId : query.after
    const wanted = { ...readerOf(input), limit: query.limit, position: await positionOf(after) }
    const restores = await cuts.restores()
    const left = leavingOf(reply)
    const signal = AbortSignal.any([stopping.signal, left])
    const check = (): Promise<unknown> => app.guard.identify(request)
    if (isStream) {
      return streamEvents(reply, { feed, cursors, restores, request: wanted, signal, check, log })
    }
    const page = await feed.read(wanted, { waitMs: query.waitSeconds * 1_000, signal, check })
    refuseStrangers(input.caller, page.advisors)
    return send(reply, {
      data: page.events.map(placed => shown(placed, restores)),
      cursor: cursors.print({ position: page.position, restores }),
      hasMore: page.position < page.newest,
      ...(page.completeUntil && { completeUntil: page.completeUntil.toISOString() }),
    } satisfies Page)
  })

  openRoute(app, operations.getEvent, async input =>
    send(
      input.reply,
      shown(await findEvent(database, readerOf(input), input.params.eventId), await cuts.restores()),
    ),
  )

  openRoute(app, operations.getEventProof, async input => {
    const { eventId } = input.params
    await findEvent(database, readerOf(input), eventId)
    return send(input.reply, await proveEvent(database, config.logDirectory, eventId))
  })

  const shown = ({ position, event }: PlacedEvent, restores: number): Shown => ({
    cursor: cursors.print({ position, restores }),
    event,
  })

  async function positionOf(after: string | undefined): Promise<number> {
    if (after === undefined) return 0
    const newest = await feed.newest()
    const position = after === 'end' ? newest : await placeOfCursor({ cursors, cuts }, after)
    // Ahead of the log: of another database with the same keys.
    if (position === undefined || position > newest) throw oddCursor()
    return position
  }
}

interface Shown {
  readonly cursor: string
  readonly event: ParleyEvent
}

type Page = Omit<EventPage, 'data'> & { readonly data: readonly Shown[] }

type Reader = Omit<EventsRequest, 'position' | 'limit'>

function readerOf<O extends Operation>({ caller, query }: OpenInput<O>): Reader {
  const types = (query as { types?: string } | undefined)?.types?.split(',')
  const unknown = types && unknownType(types)
  if (unknown !== undefined) {
    throw new Problem('invalid_request', `There is no event type ${unknown}.`, {
      details: { errors: [{ path: '/types', message: `there is no event type ${unknown}` }] },
    })
  }
  if (caller.advisorId === null) {
    if (!caller.scopes.has('events.read'))
      throw new Problem('forbidden', 'The access token lacks the scope events.read.')
    return { applicationId: caller.applicationId, types }
  }
  const { advisorId, applicationId, scopes } = caller
  if (applicationId === null) throw new Error('events are for applications')
  return { applicationId, advisorIds: [advisorId], scopes, types }
}

/** A token of another issuer is accepted without a grant, and events begin with the grant. */
function refuseStrangers({ advisorId }: Caller | ApplicationCaller, advisors: number): void {
  if (advisorId !== null && advisors === 0)
    throw new Problem(
      'forbidden',
      'This advisor has not allowed the application here, so there are no events.',
    )
}

const oddCursor = (): Problem =>
  new Problem('invalid_request', 'after is not a cursor of this service.', {
    details: { reason: 'cursor', errors: [{ path: '/after', message: 'is not a cursor of this service' }] },
  })

/** Canonical, so that an event has the same bytes wherever it is read. */
const send = (reply: FastifyReply, body: object): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(canonicalJson(body as JsonObject))

/** Given when the client goes away before the response is complete. */
function leavingOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => leaving.abort())
  return leaving.signal
}
