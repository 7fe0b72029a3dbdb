import { openApiDocument, type ProblemCode, problems } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders, styleSource } from '../platform/http/pages/page-headers.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { Problem } from '../platform/problem/problem.ts'
import { guidePage } from './guide-page.ts'
import { guides, overview } from './guides.ts'
import { loadScalar } from './load-scalar.ts'
import { sdkFolder } from './load-sdk.ts'
import { problemListPage, problemPage } from './problem-pages.ts'
import { referencePage, referencePolicy, startScript } from './reference-page.ts'
import { articleStyle } from './render-frame.ts'
import { type CachedBody, cachedBody, sendCached } from './send-cached.ts'
import { serveSdk } from './serve-sdk.ts'
import { startPage } from './start-page.ts'

interface ReferenceParts {
  readonly config: { readonly publicOrigin: string; readonly environment: 'sandbox' | 'production' }
  /** Where the SDK is packed, if not in the working copy. */
  readonly sdk?: string
}

const articlePolicy = { 'style-src': styleSource(articleStyle) }
const pageSeconds = 300
const daySeconds = 86_400

/** The documentation for partner developers: guides, the description of the API, a page for each problem, the SDK. Public. */
export function serveReference(app: HttpServer, { config, sdk = sdkFolder }: ReferenceParts): void {
  const { publicOrigin: origin } = config
  const installation = { origin, isSandbox: config.environment === 'sandbox' }
  const description = cachedBody(JSON.stringify(openApiDocument(installation)))
  const script = cachedBody(startScript)
  const pages = new Map<string, CachedBody>()
  /** The page of an address, rendered on first use. Called with addresses that exist, so there are few. */
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
    render: () => string,
    policy: Readonly<Record<string, string>> = articlePolicy,
  ): FastifyReply => {
    const body = pages.get(address) ?? cachedBody(render())
    pages.set(address, body)
    return sendCached(request, reply, {
      body,
      headers: pageHeaders({ publicOrigin: origin, policy }),
      seconds: pageSeconds,
    })
  }

  app.get('/openapi.json', async (request, reply) =>
    sendCached(request, reply, {
      body: description,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      seconds: pageSeconds,
    }),
  )

  app.get('/', async (request, reply) => show(request, reply, '/', () => startPage(installation)))

  app.get('/docs', async (request, reply) =>
    show(request, reply, '/docs', () => referencePage(installation), referencePolicy),
  )

  app.get('/docs/start.js', async (request, reply) =>
    sendCached(request, reply, { body: script, headers: scriptHeaders, seconds: pageSeconds }),
  )

  // Always compressed: every browser accepts it, and inflating 4.3 MB for other clients would be expensive.
  app.get('/docs/scalar.js', async (request, reply) =>
    sendCached(request, reply, {
      body: await loadScalar(),
      headers: { ...scriptHeaders, 'content-encoding': 'gzip' },
      seconds: daySeconds,
    }),
  )

  for (const guide of [overview, ...guides]) {
    app.get(guide.address, async (request, reply) =>
      show(request, reply, guide.address, () => guidePage(guide, installation)),
    )
  }

  serveSdk(app, sdk)

  app.get('/problems', async (request, reply) =>
    show(request, reply, '/problems', () => problemListPage(installation)),
  )

  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params
    if (!Object.hasOwn(problems, code)) throw new Problem('not_found', 'There is no problem with this code.')
    return show(request, reply, `/problems/${code}`, () => problemPage(code as ProblemCode, installation))
  })
}

const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
}
