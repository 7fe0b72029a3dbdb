import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from './json.ts'
import { Problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    unusualIntegers: readonly string[]
  }
}

/** The one body the service takes: application/json, UTF-8, not compressed. */
export function acceptJson(app: FastifyInstance): void {
  app.decorateRequest('unusualIntegers')
  app.addHook('onRequest', async request => {
    request.unusualIntegers = []
  })
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
      const { value, unusualIntegers } = parseJson(bytes)
      request.unusualIntegers = unusualIntegers
      return value
    },
  )
}
