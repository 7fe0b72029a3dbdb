import { printSignatureLines, printSizeResponse, requestBytesMax, sizeMediaType } from '@parley/evidence'
import type { FastifyReply } from 'fastify'
import { closedGuard } from '../platform/http/guard.ts'
import { serveHealth } from '../platform/http/health.ts'
import { createHttpServer, type HttpServer } from '../platform/http/server.ts'
import type { Logger } from '../platform/telemetry/logger.ts'
import type { Cosigner, CosignerReply } from './cosigner.ts'

/** Cosigners by the prefix of their addresses. */
type CosignersByPrefix = Readonly<Record<string, Cosigner>>

/** The HTTP interface of c2sp.org/tlog-witness, once for each key. */
export function createWitnessServer(cosigners: CosignersByPrefix, log: Logger): HttpServer {
  const app = createHttpServer({ log, origin: 'http://localhost', guard: closedGuard })
  serveHealth(app, () => Promise.resolve({ ready: true }))
  for (const [prefix, cosigner] of Object.entries(cosigners)) serveCosigner(app, prefix, cosigner)
  return app
}

function serveCosigner(app: HttpServer, prefix: string, cosigner: Cosigner): void {
  void app.register(async scope => {
    // The specification names no media type, so none is refused. The limit applies before anything is parsed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: requestBytesMax },
      async (_request: unknown, body: Buffer) => body,
    )
    scope.post(`${prefix}/add-checkpoint`, async (request, reply) =>
      send(reply, await cosigner.add(Buffer.isBuffer(request.body) ? request.body : new Uint8Array())),
    )
    scope.get(`${prefix}/:logId/checkpoint`, async (request, reply) => {
      const { logId } = request.params as { readonly logId: string }
      const checkpoint = cosigner.read(logId)
      reply.type('text/plain; charset=utf-8')
      return checkpoint
        ? Buffer.from(checkpoint)
        : reply.code(404).send('This witness has cosigned no checkpoint of such a log.\n')
    })
  })
}

function send(reply: FastifyReply, outcome: CosignerReply): FastifyReply {
  reply.code(outcome.status)
  if (outcome.status === 200) {
    reply.type('text/plain; charset=utf-8')
    return reply.send(Buffer.from(printSignatureLines(outcome.cosignatures)))
  }
  if (outcome.status === 409)
    return reply.type(sizeMediaType).send(Buffer.from(printSizeResponse(outcome.size)))
  if (outcome.status === 503) reply.header('retry-after', '10')
  return reply.type('text/plain; charset=utf-8').send(`${outcome.reason}\n`)
}
