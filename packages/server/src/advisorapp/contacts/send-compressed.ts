import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Download {
  readonly name: string
  readonly type: string
  /** Compressed by gzip. */
  readonly file: Readable
}

/**
 * Sends a file as gzip, or inflated for clients that do not accept it. A failure aborts the connection, so that the browser
 * reports an incomplete file.
 */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type, file }: Download,
): void {
  reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('vary', 'accept-encoding')
    .type(type)
  if (/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
    void reply.header('content-encoding', 'gzip').send(file)
    return
  }
  const inflated = createGunzip()
  pipeline(file, inflated, () => {})
  void reply.send(inflated)
}
