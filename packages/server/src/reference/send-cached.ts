import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Cached {
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
}

/** Sends something public that caches may keep, or 304 if the caller already has it. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers, seconds }: Cached,
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.headers({ ...headers, etag, 'cache-control': `public, max-age=${seconds}` })
  return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
}

/** A proxy that compresses marks the tag as weak. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some(tag => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
