import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Encoded and hashed once: the description of the API has 500 kB, and anybody may ask for it. */
export interface CachedBody {
  readonly bytes: Buffer
  readonly etag: string
}

interface Cached {
  readonly body: CachedBody
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
}

export function cachedBody(body: string | Buffer): CachedBody {
  const bytes = Buffer.from(body)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Sends something public that caches may keep, or 304 if the caller already has it. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { body: { bytes, etag }, headers, seconds }: Cached,
): FastifyReply {
  reply.headers({ ...headers, etag, 'cache-control': `public, max-age=${seconds}` })
  return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes)
}

/** A proxy that compresses marks the tag as weak. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some(tag => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
