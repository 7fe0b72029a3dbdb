import { openApiDocument, type ProblemCode, problems } from '@parley/contract'
import type { FastifyReply } from 'fastify'
import { pageHeaders } from '../platform/http/pages/page-headers.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { Problem } from '../platform/problem/problem.ts'
import { loadScalar } from './load-scalar.ts'
import { problemListPage, problemPage } from './problem-pages.ts'
import { referencePage, referencePolicy, startScript } from './reference-page.ts'
import { startPage } from './start-page.ts'

interface ReferenceParts {
  readonly config: { readonly publicOrigin: string; readonly environment: 'sandbox' | 'production' }
}

/** The interface description for programs and people, and a page for each problem. Public. */
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

  app.get('/', async (_request, reply) => show(reply, startPage({ isSandbox })))

  app.get('/docs', async (_request, reply) => show(reply, referencePage({ isSandbox }), referencePolicy))

  app.get('/docs/start.js', async (_request, reply) =>
    reply.headers({ ...scriptHeaders, 'cache-control': 'public, max-age=300' }).send(startScript),
  )

  // Always compressed: every browser accepts it, and inflating 4.3 MB for other clients would be expensive.
  app.get('/docs/scalar.js', async (_request, reply) =>
    reply
      .headers({ ...scriptHeaders, 'cache-control': 'public, max-age=86400', 'content-encoding': 'gzip' })
      .send(await loadScalar()),
  )

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
