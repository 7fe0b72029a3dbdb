import type { FastifyReply } from 'fastify'

/** Starts a response of server-sent events, which the caller writes and ends. */
export function openEventStream(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply['raw'] {
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
    ...headers,
  })
  return raw
}
