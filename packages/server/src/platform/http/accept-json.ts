import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem/problem.ts'
import { parseJson } from './json.ts'

/** The only accepted body: application/json, UTF-8, not compressed. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
      const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? 'utf-8'
      if (!/^utf-?8$/i.test(charset) || encoding.toLowerCase() !== 'identity') {
        throw new Problem(
          'unsupported_media_type',
          'Send the body as application/json in UTF-8, without compression.',
        )
      }
      return parseJson(bytes)
    },
  )
}
