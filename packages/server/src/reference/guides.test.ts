import { readFileSync } from 'node:fs'
import { problems } from '@parley/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestServer } from '../../test/servers/http.ts'
import { serveReference } from './serve-reference.ts'

const origin = 'https://parley.example'
const app = createTestServer()
serveReference(app, { config: { publicOrigin: origin, environment: 'sandbox' } })
afterAll(() => app.close())

const partnerFolder = new URL('../../../../docs/partner/', import.meta.url)
const readGuide = (file: string): string => readFileSync(new URL(file, partnerFolder), 'utf8')

/** The rows of the overview, in its order. */
const rows = [...readGuide('README.md').matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gm)].map(
  ([, label = '', file = '']) => ({
    label,
    file,
    address: `/docs/guides/${file.includes('sdk') ? 'sdk' : file.replace('.md', '')}`,
  }),
)
const addresses = [
  '/',
  '/docs',
  '/docs/guides',
  ...rows.map(({ address }) => address),
  '/problems',
  ...Object.keys(problems).map(code => `/problems/${code}`),
]

const bodyOf = async (address: string): Promise<string> => {
  const { statusCode, body } = await app.inject(address)
  expect(statusCode, address).toBe(200)
  return body
}

const text = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

describe.each(rows)('the guide $label', ({ file, address }) => {
  const markdown = readGuide(file)

  it('is served with its headings, and shows every line of its code', async () => {
    const body = await bodyOf(address)
    const headings = [...body.matchAll(/<h[1-3] id[^>]*>(.*?)<\/h[1-3]>/g)].map(([, words = '']) =>
      text(words).replace(/ #$/, ''),
    )
    const withoutCode = markdown.replace(/^```[\s\S]*?^```$/gm, '')
    expect(headings).toEqual(
      [...withoutCode.matchAll(/^#{1,3} (.+)$/gm)].map(([, words = '']) => words.replaceAll('`', '')),
    )
    const shown = [...body.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) => text(code))
    expect(shown).toEqual(
      [...markdown.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) =>
        code.replaceAll('http://127.0.0.1:8080', origin),
      ),
    )
  })

  it('runs no script and loads nothing from elsewhere', async () => {
    const { headers, body } = await app.inject(address)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-[^']+'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src/)
    expect(body).not.toMatch(/<script|<iframe|<img|\sstyle=|\ssrc=|url\(/)
  })
})

it('every page has the same header and navigation, in the order of the overview', async () => {
  const frames = await Promise.all(
    addresses.map(async address => {
      const [frame = ''] = /<nav class="frame"[\s\S]*?<\/nav>/.exec(await bodyOf(address)) ?? []
      expect(frame.match(/ aria-current="page"/g) ?? []).toHaveLength(
        address.startsWith('/problems/') ? 0 : 1,
      )
      return frame.replaceAll(/ aria-current="\w+"/g, '')
    }),
  )
  expect(new Set(frames).size).toBe(1)
  const links = [...(frames[0] ?? '').matchAll(/<li><a href="([^"]+)">([^<]+)/g)]
  expect(links.map(([, address, label]) => [address, label])).toEqual([
    ['/', 'Start'],
    ['/docs/guides', 'Guides'],
    ...rows.map(({ address, label }) => [address, label]),
    ['/docs', 'API reference'],
    ['/problems', 'Errors'],
  ])
})

it('every link of every page leads to a page, and to a heading of it', async () => {
  /** Served by other parts of the installation. */
  const elsewhere = new Set(['/app', '/sandbox/handset', '/oauth/assets/icon.svg'])
  const links = await Promise.all(
    addresses.map(async address =>
      [...(await bodyOf(address)).matchAll(/ (?:href|src)="([^"]+)"/g)].map(
        ([, target = '']) => new URL(target, `${origin}${address}`),
      ),
    ),
  )
  const found = new Map(links.flat().map(url => [url.href, url]))
  expect(found.size).toBeGreaterThan(addresses.length)
  for (const { href, pathname, hash, origin: host } of found.values()) {
    expect(host, href).toBe(origin)
    if (elsewhere.has(pathname)) continue
    const { statusCode, body } = await app.inject(pathname)
    expect(statusCode, href).toBe(200)
    if (hash !== '') expect(body, href).toContain(` id="${hash.slice(1)}"`)
  }
})

it('no page tells anybody to install the SDK from a registry, where its name is not ours', async () => {
  const pages = await Promise.all(addresses.map(bodyOf))
  const commands = pages.flatMap(page => text(page).match(/npm (?:install|i|add) \S+/g) ?? [])
  expect(new Set(commands)).toEqual(new Set([`npm install ${origin}/docs/sdk/parley-sdk.tgz`]))
})

it('a page is cached, compared by its tag, and answers HEAD', async () => {
  for (const address of ['/', '/docs', '/docs/guides/sending', '/problems/conflict', '/openapi.json']) {
    const { headers } = await app.inject(address)
    expect(headers['cache-control']).toBe('public, max-age=300')
    const etag = String(headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await app.inject({ url: address, headers: { 'if-none-match': known } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    const changed = await app.inject({ url: address, headers: { 'if-none-match': '"other"' } })
    expect(changed.statusCode).toBe(200)
    const head = await app.inject({ method: 'HEAD', url: address })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag])
  }
})

it.each(['nowhere', 'README', 'start.md', '..%2Fstart'])('there is no guide %s', async name => {
  const answer = await app.inject(`/docs/guides/${name}`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'not_found' })
})
