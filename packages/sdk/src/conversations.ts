import type { Client } from './client.ts'
import type {
  ConversationList,
  ConversationMessage,
  ConversationMessages,
  ConversationSummary,
  ReadConversationMessagesQuery,
  ReadConversationsQuery,
} from './contract.generated.ts'
import { members } from './members.generated.ts'
import type { Pages } from './pages.ts'
import type { RequestOptions } from './with-retries.ts'

/** What advisor and client wrote to each other. Needs the scope `text.conversations.read`. */
export class Conversations {
  readonly #client: Client

  /** @internal */
  constructor(client: Client) {
    this.#client = client
  }

  /** Lists conversations, latest activity first. Await it for one page, or iterate over all. */
  list(
    query?: ReadConversationsQuery,
    options?: RequestOptions,
  ): Pages<ConversationSummary, ConversationList> {
    return this.#client.list<ConversationSummary, ConversationList>(
      '/text/messaging/conversations',
      { value: query, members: members.ReadConversationsQuery },
      options,
      ({ after }) => (after === undefined ? undefined : { after }),
    )
  }

  /**
   * Lists texts and replies: the latest, or those `before` or `after` a message. Await it for one page, oldest first, or iterate
   * over all: with `after` on to the latest, otherwise page by page back to the first.
   */
  messages(
    memberId: number,
    query?: ReadConversationMessagesQuery,
    options?: RequestOptions,
  ): Pages<ConversationMessage, ConversationMessages> {
    const isForward = query?.after !== undefined
    return this.#client.list<ConversationMessage, ConversationMessages>(
      `/text/messaging/conversations/${encodeURIComponent(memberId)}/messages`,
      { value: query, members: members.ReadConversationMessagesQuery },
      options,
      ({ data, hasMore }) => {
        const messageId = (isForward ? data.at(-1) : data[0])?.messageId
        if (!hasMore || messageId === undefined) return undefined
        return isForward ? { after: messageId } : { before: messageId }
      },
    )
  }
}
