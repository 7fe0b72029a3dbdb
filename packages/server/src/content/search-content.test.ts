// The library's search through HTTP, with the real guard in front.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { expectProblem } from '../../test/http/expect-problem.ts'
import { createTokenIssuer, createVisitor, type Visitor } from '../../test/people/access-tokens.ts'
import { createTestGuard } from '../../test/servers/guard.ts'
import { createTestServer, testOrigin } from '../../test/servers/http.ts'
import { contentTypes } from './content-type.ts'
import { importContent } from './import-content.ts'
import type { RawItem } from './raw-item.ts'
import { serveContent } from './routes.ts'

const path = '/v1/core/content/library/search'
const { database, owner } = await useTestDatabase()
const guard = createTestGuard(database)
const app = createTestServer({ guard })
serveContent(app, { database })
const issuer = await createTokenIssuer(database)
const [harbor, cedar] = await Promise.all([
  createVisitor(database, testOrigin),
  createVisitor(database, testOrigin),
])
afterAll(async () => {
  await app.close()
  await guard.close()
})

type Query = Readonly<Record<string, string | number>>

async function call(visitor: Visitor, query: Query, claims: Record<string, unknown> = {}) {
  const entries = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const response = await app.inject({
    url: `${path}?${entries.join('&')}`,
    headers: {
      authorization: `Bearer ${await issuer.sign(visitor.claims(claims))}`,
      'x-api-key': visitor.apiKey,
    },
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

interface Page {
  readonly data: { title: string; url: string }[]
  readonly pageInfo: Record<string, unknown>
}

async function search(query: Query, visitor = harbor): Promise<Page> {
  const { status, body } = await call(visitor, query)
  expect(status, body).toBe(200)
  return JSON.parse(body) as Page
}

const titles = async (query: Query, visitor = harbor): Promise<string[]> =>
  (await search(query, visitor)).data.map(({ title }) => title)

const item = (title: string, rest: Partial<RawItem> = {}): RawItem => ({
  place: title,
  title,
  url: `https://library.example/${encodeURIComponent(title)}`,
  type: 'WebContent',
  published: '2026-01-01',
  ...rest,
})

async function load(items: readonly RawItem[], firmId?: number): Promise<void> {
  const { refusals } = await importContent(database, { firmId, items })
  expect(refusals).toEqual([])
}

describe('a search', () => {
  beforeAll(async () => {
    await load([
      item('Preparing for retirement', { published: '2026-02-01' }),
      item('Your pension', { summary: 'What it pays once you have retired.', published: '2026-06-01' }),
      item('Retirement income and taxes', { published: '2026-01-15' }),
      item('Plans à la carte: São Paulo to Łódź', { type: 'Print' }),
      item('Is the 60/40 portfolio dead?', { type: 'Emails' }),
      item('After COVID-19'),
      item('Rolling over a 401(k)', { type: 'DownloadContent' }),
      item('Income', { type: 'SocialPosts', summary: 'Insurance and annuities' }),
    ])
    await load(
      [item('Harbor picnic'), item('Harbor view of retirement', { published: '2026-03-01' })],
      harbor.advisor.firmId,
    )
    await load([item('Cedar picnic')], cedar.advisor.firmId)
  })

  it('without words returns the newest first', async () => {
    const { data, pageInfo } = await search({})
    expect(data[0]).toEqual({ title: 'Your pension', url: 'https://library.example/Your%20pension' })
    expect(data[1]?.title).toBe('Harbor view of retirement')
    expect(pageInfo).toEqual({
      page: 1,
      pageSize: 50,
      totalRecord: 10,
      sortDirection: 'desc',
      sortBy: 'datePublished',
    })
    expect(await search({ search: '  ' })).toEqual(await search({}))
  })

  it('shows a firm what is for everyone and what is its own', async () => {
    expect(await titles({ search: 'picnic' })).toEqual(['Harbor picnic'])
    expect(await titles({ search: 'picnic' }, cedar)).toEqual(['Cedar picnic'])
    const all = await titles({ pageSize: 200 }, cedar)
    expect(all).toHaveLength(9)
    expect(all.filter(title => title.includes('Harbor'))).toEqual([])
    expect(await titles({ search: 'harbor', contentType: 'WebContent' }, cedar)).toEqual([])
  })

  it('ranks titles before summaries, more words before fewer, newer before older', async () => {
    const { data, pageInfo } = await search({ search: 'retiring' })
    expect(data.map(({ title }) => title)).toEqual([
      'Harbor view of retirement',
      'Preparing for retirement',
      'Retirement income and taxes',
      'Your pension',
    ])
    expect(pageInfo).toMatchObject({ sortBy: 'relevance', sortDirection: 'desc', totalRecord: 4 })
    expect(await titles({ search: 'retiring', pageSize: 1 })).toEqual(['Harbor view of retirement'])
    expect(await titles({ search: 'retiring', pageSize: 1, page: 4 })).toEqual(['Your pension'])
    await load([
      item('Tax', { summary: 'of income', published: '2026-09-01', type: 'Print' }),
      item('A third on taxes', { summary: 'nothing', published: '2026-09-02', type: 'Print' }),
    ])
    expect(await titles({ search: 'income tax' })).toEqual(['Retirement income and taxes', 'Tax'])
  })

  it.each([
    ['retiring', 'Retirement income and taxes'],
    ['retireme', 'Retirement income and taxes'],
    ['income retirem', 'Retirement income and taxes'],
    ['annuit', 'Income'],
    ['ins', 'Income'],
    ['in', 'Income'],
    ['insurance for', 'Income'],
    ['the insurance', 'Income'],
    ['a la carte', 'Plans à la carte: São Paulo to Łódź'],
    ['SAO paulo', 'Plans à la carte: São Paulo to Łódź'],
    ['Sa\u0303o', 'Plans à la carte: São Paulo to Łódź'],
    ['łodz', 'Plans à la carte: São Paulo to Łódź'],
    ['60/40', 'Is the 60/40 portfolio dead?'],
    ['60', 'Is the 60/40 portfolio dead?'],
    ['covid 19', 'After COVID-19'],
    ['covid-19', 'After COVID-19'],
    ['401k', 'Rolling over a 401(k)'],
    ['401(k)', 'Rolling over a 401(k)'],
    ['401', 'Rolling over a 401(k)'],
    [`"rolling" & (over | !over):*`, 'Rolling over a 401(k)'],
    ['pension%', 'Your pension'],
    ['pension_ \\', 'Your pension'],
    [`pension'; drop table content_item --`, undefined],
    ['tirement', undefined],
    ['ret income', undefined],
    ['i', undefined],
  ])('for %s finds %s', async (text, title) => {
    const found = await titles({ search: text })
    if (title === undefined) expect(found).toEqual([])
    else expect(found).toContain(title)
  })

  it.each(['%', '_', '\\', "'", '"', '&', '|', '!', ':*', '()', '<->', '—', '🎉', '%%%', '&|!:*'])(
    'for %j, which is not a word, finds nothing',
    async text => {
      const { data, pageInfo } = await search({ search: text })
      expect(data).toEqual([])
      expect(pageInfo).toMatchObject({ totalRecord: 0, sortBy: 'relevance' })
    },
  )

  it('finds each type by itself, with and without words', async () => {
    for (const contentType of contentTypes) {
      const some = await search({ contentType, pageSize: 200 })
      expect(some.data.length).toBeGreaterThan(0)
      expect(some.pageInfo['totalRecord']).toBe(some.data.length)
    }
    expect(await titles({ contentType: 'SocialPosts' })).toEqual(['Income'])
    expect(await titles({ contentType: 'SocialPosts', search: 'income' })).toEqual(['Income'])
    expect(await titles({ contentType: 'Emails', search: 'income' })).toEqual([])
    expect(await titles({ contentType: 'All', search: 'portfolio' })).toHaveLength(1)
  })

  it('returns no data and the correct total past the end', async () => {
    for (const query of [{}, { search: 'retirement' }, { contentType: 'Print', search: 'tax' }]) {
      const first = await search(query)
      for (const page of [40, 20_001, Number.MAX_SAFE_INTEGER]) {
        const past = await search({ ...query, page })
        expect(past.data).toEqual([])
        expect(past.pageInfo).toEqual({ ...first.pageInfo, page })
      }
    }
  })

  it('accepts 150 characters and rejects 151', async () => {
    expect((await call(harbor, { search: 'x'.repeat(150) })).status).toBe(200)
    expect((await call(harbor, { search: '🎉'.repeat(150) })).status).toBe(200)
    expect((await call(harbor, { search: 'a b '.repeat(37) })).status).toBe(200)
    expectProblem(await call(harbor, { search: 'x'.repeat(151) }), {
      status: 400,
      code: 'invalid_request',
      instance: path,
    })
  })

  it.each([{ contentType: 'Films' }, { search: 'a\u0000b' }, { page: 0 }, { pageSize: 201 }])(
    'refuses %j',
    async query => {
      expectProblem(await call(harbor, query), { status: 400, code: 'invalid_request', instance: path })
    },
  )

  it('needs its scope, a token and a key', async () => {
    const scoped = await call(harbor, {}, { scope: 'openid core.contacts.read' })
    const { detail } = expectProblem(scoped, { status: 403, code: 'forbidden', instance: path })
    expect(detail).toContain('core.content.read')
    const { statusCode: status, headers, body } = await app.inject({ url: path })
    expectProblem({ status, headers, body }, { status: 401, code: 'unauthorized', instance: path })
  })
})

describe('paging', () => {
  // Few dates and words, so that most of the order is decided by the last tie-breaker.
  const many = Array.from({ length: 230 }, (_, index) =>
    item(`Ladder ${index}`, { published: `2025-05-0${1 + (index % 3)}`, type: 'Print' }),
  )
  beforeAll(async () => {
    await load(many.slice(0, 150))
    await load(many.slice(150), cedar.advisor.firmId)
  })

  it.each([
    [{}, 241],
    [{ contentType: 'Print' }, 233],
    [{ search: 'ladder' }, 230],
    [{ search: 'ladders', contentType: 'Print' }, 230],
  ])('of %j returns each item once', async (query, total) => {
    const seen: string[] = []
    for (let page = 1; page <= Math.ceil(total / 37); page += 1) {
      const { data, pageInfo } = await search({ ...query, page, pageSize: 37 }, cedar)
      expect(pageInfo).toMatchObject({ totalRecord: total, page, pageSize: 37 })
      seen.push(...data.map(({ url }) => url))
    }
    expect(seen).toHaveLength(total)
    expect(new Set(seen).size).toBe(total)
    const whole = await search({ ...query, pageSize: 200 }, cedar)
    expect(whole.data.map(({ url }) => url)).toEqual(seen.slice(0, 200))
  })

  it('keeps exact counts, also after items change their type or are deleted', async () => {
    await load(many.slice(0, 20).map(each => ({ ...each, type: 'Emails' })))
    await owner.query(`delete from content_item where title = 'Ladder 21'`)
    const { rows } = await owner.query(
      `select audience, content_type, item_count from content_count where item_count > 0
       except select audience, content_type, count(*) from content_item group by 1, 2`,
    )
    expect(rows).toEqual([])
    expect((await search({ contentType: 'Emails' })).pageInfo['totalRecord']).toBe(21)
  })

  it('lets the database maintain the counts', async () => {
    await expect(database.query('update content_count set item_count = 0')).rejects.toThrow(
      'permission denied',
    )
    await expect(database.query('delete from content_item')).rejects.toThrow('permission denied')
  })
})
