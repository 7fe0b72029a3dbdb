import type { Conversation, ConversationPage, conversationFilters, Thread } from '@parley/contract'
import type { InfiniteData } from '@tanstack/react-query'

export type ConversationFilter = (typeof conversationFilters)[number]
export type ConversationList = InfiniteData<ConversationPage, string | undefined>
export type ThreadPages = InfiniteData<Thread, string | undefined>

const belongs = (conversation: Conversation, filter: ConversationFilter): boolean => {
  switch (filter) {
    case 'all':
      return conversation.lastMessage !== undefined
    case 'unread':
      return conversation.unreadCount > 0
    case 'awaiting_consent':
      return conversation.consent === 'pending'
    case 'declined':
      return conversation.consent === 'declined'
    case 'failed':
      return conversation.isFailed
  }
}

/**
 * Updates a conversation in a list. In the unfiltered list it moves to the position of its latest text. In the others it
 * keeps its place until the list is reloaded, so that it does not move under the pointer.
 */
export function placeConversation(
  list: ConversationList,
  conversation: Conversation,
  filter: ConversationFilter,
  isSearch: boolean,
): ConversationList {
  const { memberId } = conversation
  const isListed = list.pages.some(page => page.data.some(listed => listed.memberId === memberId))
  if (isListed && (filter !== 'all' || isSearch)) {
    return mapPages(list, data => data.map(listed => (listed.memberId === memberId ? conversation : listed)))
  }
  if (isSearch || !belongs(conversation, filter)) return list
  const latest = (one: Conversation): string => one.lastMessage?.dateTimeCreated ?? ''
  const without = mapPages(list, data => data.filter(listed => listed.memberId !== memberId))
  const at = latest(conversation)
  let isPlaced = false
  const placed = mapPages(without, (data, isLast) => {
    if (isPlaced) return data
    const index = filter === 'all' ? data.findIndex(listed => latest(listed) <= at) : 0
    if (index === -1 && !isLast) return data
    isPlaced = true
    // Past the loaded pages: the next page has it.
    if (index === -1) return list.pages.at(-1)?.nextCursor === undefined ? [...data, conversation] : data
    return data.toSpliced(index, 0, conversation)
  })
  return placed
}

function mapPages(
  list: ConversationList,
  map: (data: Conversation[], isLast: boolean) => Conversation[],
): ConversationList {
  return {
    ...list,
    pages: list.pages.map((page, index) => ({
      ...page,
      data: map(page.data, index === list.pages.length - 1),
    })),
  }
}

/** Joins the newest page of a thread to the pages already read; undefined if there is a gap. */
export function joinThread(thread: ThreadPages, newest: Thread): ThreadPages | undefined {
  const [first, ...older] = thread.pages
  if (!first) return undefined
  const keys = new Set(newest.data.map(({ key }) => key))
  const kept = first.data.filter(({ key }) => !keys.has(key))
  const overlaps = kept.length < first.data.length
  if (!overlaps && first.data.length > 0 && newest.nextCursor !== undefined) return undefined
  return {
    ...thread,
    pages: [
      {
        ...(first.nextCursor !== undefined && { nextCursor: first.nextCursor }),
        data: [...kept, ...newest.data],
      },
      ...older,
    ],
  }
}
