import type { Call } from './call.ts'
import type { Client } from './client.ts'
import type {
  ConversationList,
  ConversationMessages,
  ConversationSummary,
  ReadConversationMessagesQuery,
  ReadConversationsQuery,
} from './contract.generated.ts'
import { members } from './members.generated.ts'
import type { RequestOptions } from './with-retries.ts'

/** What advisor and client wrote to each other. Needs the scope `text.conversations.read`. */
export class Conversations {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** Iterates over conversations, latest activity first. Pages are loaded on demand. */
  async *list(
    query: ReadConversationsQuery = {},
    options?: RequestOptions,
  ): AsyncGenerator<ConversationSummary, void, undefined> {
    let { after } = query
    do {
      const value = { ...query, ...(after !== undefined && { after }) }
      const page: ConversationList = await this.#client.get(
        '/text/messaging/conversations',
        { value, members: members.ReadConversationsQuery },
        options,
      )
      yield* page.data
      after = page.after
    } while (after !== undefined)
  }

  /** Returns a page of texts and replies, oldest first: the latest, or those `before` or `after` a message. */
  messages(
    memberId: number,
    query: ReadConversationMessagesQuery = {},
    options?: RequestOptions,
  ): Call<ConversationMessages> {
    return this.#client.get(
      `/text/messaging/conversations/${encodeURIComponent(memberId)}/messages`,
      { value: query, members: members.ReadConversationMessagesQuery },
      options,
    )
  }
}
