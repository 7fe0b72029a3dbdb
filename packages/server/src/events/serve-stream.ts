import { once } from 'node:events'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { canonicalJson } from '../journal/index.ts'
import type { JsonObject } from '../platform/db/json.ts'
import { openEventStream } from '../platform/http/open-event-stream.ts'
import { Problem } from '../platform/problem/problem.ts'
import type { EventCursors } from './event-cursors.ts'
import type { EventFeed } from './event-feed.ts'
import type { EventsRequest } from './read-events.ts'

interface StreamParts {
  readonly feed: EventFeed
  readonly cursors: EventCursors
  /** How often the database was restored before this stream. */
  readonly restores: number
  readonly request: EventsRequest
  readonly signal: AbortSignal
  readonly check: () => Promise<unknown>
  readonly log: FastifyBaseLogger
}

/** Keeps proxies from closing a quiet connection. */
const beatMs = 15_000

/** Sends events as they come until the client leaves, its access ends or the process stops. The client then reconnects. */
export function streamEvents(reply: FastifyReply, parts: StreamParts): FastifyReply {
  const raw = openEventStream(reply)
  const { log, signal } = parts
  void pump(raw, parts)
    .catch((error: unknown) => {
      // Access that has ended is no failure: the next request is refused with the reason.
      if (!(error instanceof Problem) && !signal.aborted)
        log.warn({ err: error }, 'a stream of events failed')
    })
    .finally(() => raw.end())
  return reply
}

async function pump(
  raw: FastifyReply['raw'],
  { feed, cursors, restores, request, signal, check }: StreamParts,
) {
  let { position } = request
  const write = async (text: string): Promise<void> => {
    if (!raw.write(text) && !signal.aborted) await once(raw, 'drain', { signal })
  }
  await write(`retry: 1000\nid: ${cursors.print({ position, restores })}\n\n`)
  while (!signal.aborted) {
    const page = await feed.read({ ...request, position }, { waitMs: beatMs, signal, check })
    await check()
    for (const { position: behind, event } of page.events) {
      const data = canonicalJson(event as unknown as JsonObject)
      await write(
        `id: ${cursors.print({ position: behind, restores })}\nevent: ${event.type}\ndata: ${data}\n\n`,
      )
    }
    position = page.position
    if (page.events.length === 0) await write(`:\nid: ${cursors.print({ position, restores })}\n\n`)
  }
}
