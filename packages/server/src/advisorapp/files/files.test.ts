import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdvisorApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'

let folder: string
let built: AdvisorApp
let bare: AdvisorApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-app-'))
  const files = join(folder, 'dist')
  await mkdir(join(files, 'assets'), { recursive: true })
  await writeFile(join(files, 'index.html'), '<!doctype html><meta nonce="__CSP_NONCE__"><title>App</title>')
  await writeFile(join(files, 'handset.html'), '<!doctype html><title>Handset</title>')
  await writeFile(join(files, 'icon.svg'), '<svg/>')
  const script = `export const words = '${'x'.repeat(3_000)}'\n`
  await writeFile(join(files, 'assets', 'index-a1b2c3.js'), script)
  await writeFile(join(files, 'assets', 'index-a1b2c3.js.gz'), gzipSync(script))
  await writeFile(join(folder, 'secret.txt'), 'hidden words')
  built = await startAdvisorApp({ appFiles: files })
  bare = await startAdvisorApp({ appFiles: join(folder, 'nowhere'), environment: 'production' })
})
afterAll(async () => {
  await Promise.all([built.close(), bare.close()])
  await rm(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}, origin = built.origin) =>
  fetch(`${origin}${path}`, { headers, redirect: 'manual' })

describe('the app’s page', () => {
  it.each(['/app', '/app/', '/app/inbox', '/app/contacts/5121?tab=timeline'])(
    'is at %s, kept by no cache, in no frame, with scripts from here alone',
    async path => {
      const answer = await get(path)
      expect(answer.status).toBe(200)
      const text = await answer.text()
      expect(text).toContain('<title>App</title>')
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-frame-options')).toBe('DENY')
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      const policy = new Map(
        (answer.headers.get('content-security-policy') ?? '').split('; ').map(directive => {
          const [name = '', ...sources] = directive.split(' ')
          return [name, sources.join(' ')]
        }),
      )
      expect(policy.get('default-src')).toBe("'none'")
      expect(policy.get('script-src')).toBe("'self'")
      expect(policy.get('connect-src')).toBe("'self'")
      expect(policy.get('frame-ancestors')).toBe("'none'")
      expect(policy.get('base-uri')).toBe("'none'")
      const nonce = /nonce="([^"]+)"/.exec(text)?.[1]
      expect(policy.get('style-src')).toBe(`'self' 'nonce-${nonce}'`)
    },
  )

  it('has another nonce each time', async () => {
    const texts = [await (await get('/app')).text(), await (await get('/app')).text()]
    expect(texts[0]).not.toBe(texts[1])
  })

  it('of the handset exists only in a sandbox', async () => {
    expect(await (await get('/sandbox/handset')).text()).toContain('Handset')
    expect((await get('/sandbox/handset', {}, bare.origin)).status).toBe(404)
  })

  it('says how to build the app if it is not built', async () => {
    const answer = await get('/app/inbox', {}, bare.origin)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('npm run build -w @parley/web')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('the app’s files', () => {
  it('are cached for good if their names have a hash, and for an hour otherwise', async () => {
    const script = await get('/app/assets/index-a1b2c3.js')
    expect(script.status).toBe(200)
    expect(script.headers.get('content-type')).toBe('application/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('x-content-type-options')).toBe('nosniff')
    expect(script.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const icon = await get('/app/icon.svg')
    expect(icon.headers.get('cache-control')).toBe('public, max-age=3600')
    // fetch would request it again.
    const again = await built.apps[0]?.inject({
      url: '/app/icon.svg',
      headers: { host: 'x', 'if-none-match': icon.headers.get('etag') ?? '' },
    })
    expect(again?.statusCode).toBe(304)
  })

  it('are compressed for clients that support it', async () => {
    const answer = await get('/app/assets/index-a1b2c3.js', { 'accept-encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
    expect(await answer.text()).toContain('export const words')
  })

  it.each([
    '/app/assets/gone-000000.js',
    '/app/assets/',
    '/app/assets',
    '/app/index.html',
    '/app/assets/index-a1b2c3.js.gz',
    '/app/..%2fsecret.txt',
    '/app/assets/..%2f..%2f..%2fsecret.txt',
    '/app/%2e%2e/secret.txt',
    '/app/api/unknown',
    '/app/api',
  ])('404: %s is not one of them', async path => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('hidden words')
  })
})
