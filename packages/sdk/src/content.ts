import type { Client } from './client.ts'
import type { ContentItem, SearchContentQuery } from './contract.generated.ts'
import type { Pages } from './pages.ts'
import type { RequestOptions } from './with-retries.ts'

/** What the advisor may share. */
export class Content {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** Searches the library: by relevance where `search` is given, newest first otherwise. */
  search(query?: SearchContentQuery, options?: RequestOptions): Pages<ContentItem> {
    return this.#client.search('/core/content/library/search', query, options)
  }
}
