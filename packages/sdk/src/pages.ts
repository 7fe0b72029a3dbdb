import { Call, type WithResponse } from './call.ts'
import type { PageInfo } from './contract.generated.ts'

/** One page of a list. */
export interface ListPage<Item> {
  readonly data: readonly Item[]
}

/** Query of the page that follows one, where that is not the query of the first page; undefined after the last. */
export type NextPage<Result> = (page: Result, query: object) => object | undefined

/** One page of a search. */
export interface Page<Item> {
  readonly data: Item[]
  readonly pageInfo: PageInfo
}

/** Pages of a search are numbered. Numbers shift when items are added or deleted meanwhile; a cursor does not. */
export function nextOfSearch({ data, pageInfo }: Page<unknown>, query: object): object | undefined {
  const { page, pageSize, totalRecord, nextCursor } = pageInfo
  if (nextCursor !== undefined) return { page: undefined, after: nextCursor }
  const isByCursor = 'after' in query && query.after !== undefined
  return isByCursor || data.length === 0 || page * pageSize >= totalRecord ? undefined : { page: page + 1 }
}

/**
 * A list. Await it for the requested page, or iterate over all items from that page on:
 *
 * ```ts
 * const { data, pageInfo } = await parley.contacts.search({ page: 3 })
 * for await (const contact of parley.contacts.search({ pageSize: 200 })) …
 * ```
 */
export class Pages<Item, Result extends ListPage<Item> = Page<Item>>
  extends Call<Result>
  implements AsyncIterable<Item>
{
  readonly #load: (query: object) => Promise<WithResponse<Result>>
  readonly #query: object
  readonly #next: NextPage<Result>

  /** @internal */
  constructor(load: (query: object) => Promise<WithResponse<Result>>, query: object, next: NextPage<Result>) {
    super(load(query))
    this.#load = load
    this.#query = query
    this.#next = next
  }

  /** Every item from this page on. Pages are loaded on demand. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data
  }

  /** Every page from this one on. */
  async *pages(): AsyncGenerator<Result, void, undefined> {
    let current = (await this.withResponse()).data
    let query = this.#query
    for (;;) {
      yield current
      const next = this.#next(current, query)
      if (next === undefined) return
      query = { ...query, ...next }
      current = (await this.#load(query)).data
    }
  }

  /** The items from this page on as an array: all of them, or at most `limit`. */
  async toArray({
    limit = Number.POSITIVE_INFINITY,
  }: {
    readonly limit?: number | undefined
  } = {}): Promise<Item[]> {
    const items: Item[] = []
    for await (const { data } of this.pages()) {
      items.push(...data.slice(0, Math.max(0, limit - items.length)))
      if (items.length >= limit) break
    }
    return items
  }
}
