import { openApiDocument, type ProblemCode, problems } from '@parley/contract'
import type { FastifyReply } from 'fastify'
import { Problem } from '../http/problem.ts'
import type { HttpServer } from '../http/server.ts'
import { pageHeaders } from '../identity/serve.ts'
import { loadScalar } from './load-scalar.ts'
import { problemListPage, problemPage } from './problem-pages.ts'
import { referencePage, referencePolicy, startScript } from './reference-page.ts'

interface ReferenceParts {
  readonly config: { readonly publicOrigin: string; readonly environment: 'sandbox' | 'production' }
}

/** The description of the interface for programs and for people, and a page for each problem. Open to everybody. */
export function serveReference(app: HttpServer, { config }: ReferenceParts): void {
  const { publicOrigin } = config
  const isSandbox = config.environment === 'sandbox'
  const description = JSON.stringify(openApiDocument({ origin: publicOrigin, isSandbox }))
  const show = (reply: FastifyReply, page: string, policy = {}): FastifyReply =>
    reply
      .headers({ ...pageHeaders({ publicOrigin, policy }), 'cache-control': 'public, max-age=300' })
      .send(page)

  app.get('/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' })
      .send(description),
  )

  app.get('/docs', async (_request, reply) => show(reply, referencePage({ isSandbox }), referencePolicy))

  app.get('/docs/start.js', async (_request, reply) =>
    reply.headers({ ...scriptHeaders, 'cache-control': 'public, max-age=300' }).send(startScript),
  )

  app.get('/docs/scalar.js', async (request, reply) => {
    const { plain, gzipped } = await loadScalar()
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
    return reply
      .headers({ ...scriptHeaders, 'cache-control': 'public, max-age=86400', vary: 'accept-encoding' })
      .headers(takesGzip ? { 'content-encoding': 'gzip' } : {})
      .send(takesGzip ? gzipped : await plain())
  })

  app.get('/problems', async (_request, reply) => show(reply, problemListPage({ isSandbox })))

  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params
    if (!Object.hasOwn(problems, code)) throw new Problem('not_found', 'There is no problem with this code.')
    return show(reply, problemPage(code as ProblemCode, { origin: publicOrigin, isSandbox }))
  })
}

const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
}
