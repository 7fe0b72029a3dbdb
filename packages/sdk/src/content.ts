import type { Client } from './client.ts'
import type { ContentItem, SearchContentQuery } from './contract.generated.ts'
import { members } from './members.generated.ts'
import type { Pages } from './pages.ts'
import type { RequestOptions } from './with-retries.ts'

/** The content library. */
export class Content {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** Searches the library: by relevance if `search` is set, otherwise newest first. */
  search(query?: SearchContentQuery, options?: RequestOptions): Pages<ContentItem> {
    return this.#client.search(
      '/core/content/library/search',
      { value: query, members: members.SearchContentQuery },
      options,
    )
  }
}
