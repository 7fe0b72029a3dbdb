import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentItem, NotFoundError, type Parley } from '../src/index.ts'
import { ok, problem, type ScriptedServer, startScriptedServer } from './scripted-server.ts'

let server: ScriptedServer
let parley: Parley
beforeAll(async () => {
  server = await startScriptedServer()
  parley = server.client()
})
afterAll(() => server.close())

/** A library of that many items, served in pages. */
function serve(total: number): void {
  server.play(({ url }) => {
    const query = new URL(url, server.origin).searchParams
    const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 50)]
    const from = (page - 1) * pageSize
    const data = Array.from({ length: Math.max(0, Math.min(pageSize, total - from)) }, (_, index) => ({
      title: String(from + index),
      url: 'https://x.test',
    }))
    const pageInfo = { page, pageSize, totalRecord: total, sortDirection: 'desc', sortBy: 'relevance' }
    return ok({ data, pageInfo })
  })
}

const titles = async (items: AsyncIterable<ContentItem>): Promise<number[]> => {
  const all: number[] = []
  for await (const { title } of items) all.push(Number(title))
  return all
}
const upTo = (end: number, start = 0): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index)

describe('a search with cursors', () => {
  it('follows them to the end and sends no page number', async () => {
    server.play(({ url }) => {
      const query = new URL(url, server.origin).searchParams
      const from = Number(query.get('after') ?? 0)
      const data = [{ contactId: from + 1 }, { contactId: from + 2 }].slice(0, from === 4 ? 1 : 2)
      const pageInfo = { page: 1, pageSize: 2, totalRecord: 9, sortDirection: 'asc', sortBy: 'fullName' }
      return ok({ data, pageInfo: { ...pageInfo, ...(from < 4 && { nextCursor: String(from + 2) }) } })
    })
    const all = await parley.contacts.search({ page: 1, pageSize: 2 }).toArray()
    expect(all.map(({ contactId }) => contactId)).toEqual([1, 2, 3, 4, 5])
    const queries = server.seen.map(({ url }) => new URL(url, server.origin).search)
    expect(queries).toEqual(['?page=1&pageSize=2', '?pageSize=2&after=2', '?pageSize=2&after=4'])
  })
})

describe('a search', () => {
  it('resolves to the requested page when awaited', async () => {
    serve(7)
    const { data, pageInfo } = await parley.content.search({ page: 2, pageSize: 3 })
    expect(data.map(({ title }) => title)).toEqual(['3', '4', '5'])
    expect(pageInfo.totalRecord).toBe(7)
    expect(server.seen).toHaveLength(1)
  })

  it.each([
    [0, 1],
    [1, 1],
    [3, 1],
    [4, 2],
    [9, 3],
    [10, 4],
  ])('yields all %i items once when iterated, with %i requests of three', async (total, requests) => {
    serve(total)
    expect(await titles(parley.content.search({ search: 'a', pageSize: 3 }))).toEqual(upTo(total))
    expect(server.seen).toHaveLength(requests)
    for (const { url } of server.seen) expect(url).toContain('search=a&pageSize=3')
  })

  it('starts at the given page and loads pages on demand', async () => {
    serve(10)
    expect(await titles(parley.content.search({ page: 3, pageSize: 3 }))).toEqual(upTo(10, 6))
    serve(10)
    for await (const { title } of parley.content.search({ pageSize: 3 })) if (title === '2') break
    expect(server.seen).toHaveLength(1)
  })

  it('returns pages, and an array with a limit', async () => {
    serve(7)
    const sizes: number[] = []
    for await (const { data } of parley.content.search({ pageSize: 3 }).pages()) sizes.push(data.length)
    expect(sizes).toEqual([3, 3, 1])
    serve(7)
    expect(await parley.content.search({ pageSize: 3 }).toArray({ limit: 5 })).toHaveLength(5)
    expect(server.seen).toHaveLength(2)
    expect(await parley.content.search({ pageSize: 3 }).toArray({ limit: 100 })).toHaveLength(7)
    expect(await parley.content.search({ pageSize: 3 }).toArray({ limit: 0 })).toEqual([])
    expect(await parley.content.search({ pageSize: 3 }).toArray()).toHaveLength(7)
    expect(await parley.content.search({ pageSize: 3 }).toArray({})).toHaveLength(7)
  })

  it('ends when items were removed meanwhile', async () => {
    const pageInfo = { page: 1, pageSize: 1, totalRecord: 5, sortDirection: 'desc', sortBy: 'relevance' }
    server.play(
      ok({ data: [{ title: '0', url: 'https://x.test' }], pageInfo }),
      ok({ data: [], pageInfo: { ...pageInfo, page: 2 } }),
    )
    expect(await titles(parley.content.search({ pageSize: 1 }))).toEqual([0])
  })

  it('that fails reports one failure, however it is consumed', async () => {
    server.play(problem('not_found'))
    await expect(titles(parley.content.search())).rejects.toBeInstanceOf(NotFoundError)
    await expect(parley.content.search()).rejects.toBeInstanceOf(NotFoundError)
  })
})
