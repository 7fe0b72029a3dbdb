import { Call, type WithResponse } from './call.ts'
import type { PageInfo } from './contract.generated.ts'

/** The page to load: by its number, or what follows a cursor. */
export type Next = { readonly page: number } | { readonly after: string }

/** One page of a search. */
export interface Page<Item> {
  readonly data: Item[]
  readonly pageInfo: PageInfo
}

/**
 * A search. Await it for the requested page, or iterate over all items from that page on:
 *
 * ```ts
 * const { data, pageInfo } = await parley.contacts.search({ page: 3 })
 * for await (const contact of parley.contacts.search({ pageSize: 200 })) …
 * ```
 */
export class Pages<Item> extends Call<Page<Item>> implements AsyncIterable<Item> {
  readonly #load: (next: Next) => PromiseLike<Page<Item>>

  /** @internal */
  constructor(first: Promise<WithResponse<Page<Item>>>, load: (next: Next) => PromiseLike<Page<Item>>) {
    super(first)
    this.#load = load
  }

  /** Every item from this page on. Pages are loaded on demand. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data
  }

  /** Every page from this one on. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let current: Page<Item> = (await this.withResponse()).data
    let isByCursor = false
    for (;;) {
      yield current
      const { page, pageSize, totalRecord, nextCursor } = current.pageInfo
      // Page numbers shift when items are added or deleted meanwhile; a cursor does not.
      if (nextCursor !== undefined) {
        isByCursor = true
        current = await this.#load({ after: nextCursor })
      } else if (isByCursor || current.data.length === 0 || page * pageSize >= totalRecord) return
      else current = await this.#load({ page: page + 1 })
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
