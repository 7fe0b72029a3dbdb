// Every list can be awaited for one page and iterated over to its end, whatever its cursor is called.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Parley } from '../src/index.ts'
import { ok, type ScriptedServer, startScriptedServer } from './scripted-server.ts'

let server: ScriptedServer
let parley: Parley
beforeAll(async () => {
  server = await startScriptedServer()
  parley = server.client()
})
afterAll(() => server.close())

interface List {
  readonly start: () => PromiseLike<{ readonly data: readonly unknown[] }> & AsyncIterable<unknown>
  readonly pages: readonly { readonly data: readonly unknown[]; readonly [member: string]: unknown }[]
  /** Query of each page. */
  readonly queries: readonly string[]
}

const lists: Record<string, List> = {
  'conversations.list': {
    start: () => parley.conversations.list({ pageSize: 2 }),
    pages: [{ data: [1, 2], after: 'b' }, { data: [3] }],
    queries: ['?pageSize=2', '?pageSize=2&after=b'],
  },
  'conversations.messages, back from the latest': {
    start: () => parley.conversations.messages(9),
    pages: [
      { data: [{ messageId: 7 }, { messageId: 8 }], hasMore: true },
      { data: [{ messageId: 5 }], hasMore: false },
    ],
    queries: ['', '?before=7'],
  },
  'conversations.messages, on from a message': {
    start: () => parley.conversations.messages(9, { after: 4 }),
    pages: [
      { data: [{ messageId: 7 }, { messageId: 8 }], hasMore: true },
      { data: [], hasMore: false },
    ],
    queries: ['?after=4', '?after=8'],
  },
  'consents.changes': {
    start: () => parley.consents.changes({ state: 'accepted', after: 'a' }),
    pages: [{ data: [1], after: 'b' }, { data: [], after: 'c' }, { data: [2] }],
    queries: ['?state=accepted&after=a', '?state=accepted&after=b', '?state=accepted&after=c'],
  },
  'endpoints.list': { start: () => parley.endpoints.list(), pages: [{ data: [1, 2] }], queries: [''] },
  'endpoints.deliveries': {
    start: () => parley.endpoints.deliveries(9, { outcome: 'refused' }),
    pages: [{ data: [3, 2], before: 'b' }, { data: [1] }],
    queries: ['?outcome=refused', '?outcome=refused&before=b'],
  },
  'events.list': {
    start: () => parley.events.list({ types: 'message.*', limit: 2 }),
    pages: [
      { data: [1, 2], cursor: 'b', hasMore: true },
      { data: [], cursor: 'c', hasMore: true },
      { data: [3], cursor: 'd', hasMore: false },
    ],
    queries: ['', '&after=b', '&after=c'].map(rest => `?types=message.*&limit=2${rest}`),
  },
}

describe.each(Object.entries(lists))('%s', (_name, { start, pages, queries }) => {
  it('resolves to one page, with everything that the service said', async () => {
    server.play(...pages.map(page => ok(page)))
    expect(await start()).toEqual(pages[0])
    expect(server.seen).toHaveLength(1)
  })

  it('yields every item once when iterated, and follows the cursor to the end', async () => {
    server.play(...pages.map(page => ok(page)))
    const items: unknown[] = []
    for await (const item of start()) items.push(item)
    expect(items).toEqual(pages.flatMap(({ data }) => data))
    expect(server.seen.map(({ url }) => new URL(url, server.origin).search)).toEqual(queries)
  })
})

it('a list has withResponse, pages and toArray', async () => {
  server.play(ok({ data: [1, 2], after: 'b' }, { 'x-trace-id': 'abc' }), ok({ data: [3] }))
  const list = parley.conversations.list()
  expect((await list.withResponse()).response.headers.get('x-trace-id')).toBe('abc')
  expect(await list.toArray()).toEqual([1, 2, 3])
  expect(server.seen).toHaveLength(2)
})

it('a search that begins at a cursor ends with the last page', async () => {
  const pageInfo = { page: 1, pageSize: 1, totalRecord: 9, sortDirection: 'asc', sortBy: 'fullName' }
  server.play(ok({ data: [{ contactId: 1 }], pageInfo }))
  expect(await parley.contacts.search({ after: 'z' }).toArray()).toHaveLength(1)
  expect(server.seen).toHaveLength(1)
})
