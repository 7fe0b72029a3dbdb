import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import {
  type ConversationList,
  joinThread,
  placeConversation,
  type ThreadPages,
} from './conversation-cache.ts'
import { type ConversationSearch, conversationsKey, thread } from './inbox-queries.ts'

/** Pages of a list that are read anew; whoever has scrolled further finds the rest by scrolling again. */
const pagesKept = 5

export const inboxKeys: readonly string[] = [conversationsKey, 'getConversation', 'getThread']

/** Reads the inbox anew from its top. */
export function refreshInbox(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [conversationsKey] })) {
    client.setQueryData<ConversationList>(
      query.queryKey,
      list =>
        list && { pages: list.pages.slice(0, pagesKept), pageParams: list.pageParams.slice(0, pagesKept) },
    )
  }
  for (const id of inboxKeys) {
    void client.invalidateQueries({ queryKey: [id] })
  }
}

/** Reads one conversation anew, and puts it where it belongs in every list that was read. */
export async function refreshConversation(client: QueryClient, memberId: number): Promise<void> {
  try {
    await Promise.all([refreshRow(client, memberId), refreshThread(client, memberId)])
  } catch {
    // The connection is gone, and everything is read anew when it is back.
  }
}

async function refreshRow(client: QueryClient, memberId: number): Promise<void> {
  const input = { params: { memberId } }
  const conversation = await call('getConversation', input)
  client.setQueryData(reading('getConversation', input).queryKey, conversation)
  for (const query of client.getQueryCache().findAll({ queryKey: [conversationsKey] })) {
    const { filter, search } = query.queryKey[1] as ConversationSearch
    client.setQueryData<ConversationList>(
      query.queryKey,
      list => list && placeConversation(list, conversation, filter, search !== ''),
    )
  }
}

async function refreshThread(client: QueryClient, memberId: number): Promise<void> {
  const { queryKey } = thread(memberId)
  const query = client.getQueryCache().find({ queryKey })
  if (!query) return
  if (!query.isActive()) {
    client.removeQueries({ queryKey })
    return
  }
  const newest = await call('getThread', { params: { memberId }, query: { limit: 50 } })
  const read = client.getQueryData<ThreadPages>(queryKey)
  const joined = read && joinThread(read, newest)
  client.setQueryData(queryKey, joined ?? { pages: [newest], pageParams: [undefined] })
}
