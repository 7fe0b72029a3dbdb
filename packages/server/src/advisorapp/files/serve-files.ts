import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../../platform/db/migrate.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { nothingHere } from '../../platform/problem/nothing-here.ts'
import { serverFile } from '../../platform/program/server-file.ts'
import { pagePolicy } from './page-policy.ts'

interface FilesParts {
  readonly config: { readonly environment: Environment; readonly publicOrigin: string }
  readonly appFiles?: string | undefined
}

/** Build output of packages/web. */
const builtApp = fileURLToPath(serverFile('../web/dist'))

/** Placeholder in the built page for the nonce of each response. */
const noncePlaceholder = '__CSP_NONCE__'
const hourSeconds = 3_600
const yearSeconds = 365 * 24 * hourSeconds

/** The app itself: its page at every path below /app, the console's below /firm, and their files with hashed names. */
export function serveFiles(app: HttpServer, { config, appFiles = builtApp }: FilesParts): void {
  const page = pageOf(appFiles, 'index.html')
  const console = pageOf(appFiles, 'console.html') ?? page
  const handset = pageOf(appFiles, 'handset.html') ?? page

  const show =
    (html: string | undefined) =>
    async ({ url }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      // A missing script must not return a page.
      if (/^\/app\/(api|assets)(\/|$)|\.\w{1,8}$/.test(url.split('?', 1)[0] ?? '')) {
        throw nothingHere()
      }
      const nonce = randomBytes(16).toString('base64url')
      return reply
        .headers(pagePolicy(config.publicOrigin, nonce))
        .code(html === undefined ? 503 : 200)
        .send(html?.replaceAll(noncePlaceholder, nonce) ?? notBuilt)
    }

  for (const address of ['/app', '/app/*']) app.get(address, show(page))
  for (const address of ['/firm', '/firm/*']) app.get(address, show(console))
  if (config.environment === 'sandbox') {
    for (const address of ['/sandbox/handset', '/sandbox/handset/*']) app.get(address, show(handset))
  }
  if (page === undefined) return
  void app.register(fastifyStatic, {
    root: appFiles,
    prefix: '/app/',
    index: false,
    decorateReply: false,
    // One route for each existing file, so that no path leads to any other.
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '**/*.map'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = path.startsWith(join(appFiles, 'assets'))
      const seconds = isNamedByContent ? yearSeconds : hourSeconds
      reply.headers({
        'cache-control': `public, max-age=${seconds}${isNamedByContent ? ', immutable' : ''}`,
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'",
      })
    },
  })
}

function pageOf(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Parley</title>
<h1>The app is not built yet</h1>
<p>Run <code>npm run build -w @parley/web</code>, then start <code>parley api</code> again.</p>
</html>
`
