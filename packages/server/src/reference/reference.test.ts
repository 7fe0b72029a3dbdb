import { gunzipSync } from 'node:zlib'
import { type Operation, openApiDocument, operations, problems } from '@parley/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestServer, testOrigin } from '../../test/servers/http.ts'
import { serveReference } from './serve-reference.ts'

const appOf = (environment: 'sandbox' | 'production') => {
  const app = createTestServer()
  serveReference(app, { config: { publicOrigin: testOrigin, environment } })
  return app
}
const sandbox = appOf('sandbox')
const production = appOf('production')
afterAll(async () => {
  await sandbox.close()
  await production.close()
})

const outside = (page: string): string[] =>
  [...page.matchAll(/(?:src|href|url)[=(]["']?(https?:\/\/[^"') ]+)/g)].map(([, address]) => address ?? '')

describe('/openapi.json', () => {
  it('is the description with the URLs of this installation', async () => {
    const answer = await sandbox.inject('/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual(openApiDocument({ origin: testOrigin }))
    expect(answer.json()).toMatchObject({ servers: [{ url: `${testOrigin}/v1` }] })
    expect(answer.body).not.toContain('parley.localhost/problems')
  })

  it('omits the handsets in production', async () => {
    const { paths, tags } = (await production.inject('/openapi.json')).json() as {
      paths: Record<string, object>
      tags: { name: string }[]
    }
    const kept = Object.values<Operation>(operations).filter(({ tag }) => tag !== 'Sandbox')
    expect(Object.keys(paths)).toEqual([...new Set(kept.map(({ path }) => path))])
    expect(tags.map(({ name }) => name)).not.toContain('Sandbox')
  })

  it('has a sample with curl and one with the SDK for every operation', async () => {
    const { paths } = (await sandbox.inject('/openapi.json')).json() as {
      paths: Record<string, Record<string, { 'x-codeSamples': { label: string; source: string }[] }>>
    }
    const samples = Object.values(paths).flatMap(path =>
      Object.values(path).map(operation => operation['x-codeSamples']),
    )
    expect(samples).toHaveLength(Object.keys(operations).length)
    for (const sample of samples) {
      expect(sample.map(({ label }) => label)).toEqual(['curl', 'SDK'])
      for (const { source } of sample) expect(source).not.toContain('undefined')
    }
  })
})

describe('/', () => {
  it('leads on, and to nothing that this installation does not have', async () => {
    const linksOf = async (app: typeof sandbox) => {
      const { statusCode, body } = await app.inject('/')
      expect(statusCode).toBe(200)
      const [, main = ''] = body.split('<main')
      return [...main.matchAll(/<li><a href="([^"]+)"/g)]
        .map(([, address = '']) => address)
        .filter(address => !address.startsWith('/docs/guides'))
    }
    const common = ['/docs', '/problems', '/openapi.json']
    expect(await linksOf(sandbox)).toEqual(['/app', ...common, '/sandbox/handset'])
    expect(await linksOf(production)).toEqual(['/app', ...common])
  })
})

describe('/docs', () => {
  it('loads scripts and everything else only from this service', async () => {
    const { statusCode, headers, body } = await sandbox.inject('/docs')
    expect(statusCode).toBe(200)
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]),
    )
    expect(policy.filter(directive => /unsafe|https?:|\*/.test(directive))).toEqual([
      "style-src 'unsafe-inline'",
    ])
    expect(outside(body)).toEqual([])
    expect(body).not.toMatch(/<script>|onload=/)
  })

  it('serves its script compressed', async () => {
    const packed = await sandbox.inject('/docs/scalar.js')
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(packed.rawPayload.length).toBeLessThan(1_500_000)
    expect(gunzipSync(packed.rawPayload).toString()).toContain('createApiReference')
    expect((await sandbox.inject('/docs/start.js')).body).toContain('withDefaultFonts: false')
  })
})

describe('/problems', () => {
  const codes = Object.entries(problems)

  it.each(codes)(
    '%s has a page with its cause, its remedy, an example and whether to retry',
    async (code, kind) => {
      const { statusCode, headers, body } = await sandbox.inject(`/problems/${code}`)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src/)
      for (const words of [kind.title, kind.when, kind.cure, String(kind.status)])
        expect(body).toContain(words)
      expect(body).toContain(`&#34;code&#34;: &#34;${code}&#34;`)
      expect(body).toContain(kind.retryable ? '<span>retry</span>' : '<span>do not retry</span>')
      expect(outside(body)).toEqual([])
    },
  )

  it('are listed', async () => {
    const { body } = await sandbox.inject('/problems')
    for (const [code] of codes) expect(body).toContain(`href="/problems/${code}"`)
  })

  it('the type URL of a problem leads to its page', async () => {
    const { type, code } = (await sandbox.inject('/nowhere')).json<{ type: string; code: string }>()
    const page = await sandbox.inject(new URL(type).pathname)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(code)
  })

  it.each(['unheard_of', 'constructor', '__proto__'])('an unknown code, %s, is not found', async code => {
    const answer = await sandbox.inject(`/problems/${code}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })
})
