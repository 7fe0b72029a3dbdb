import type { Conversation } from '@parley/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { OperationId } from '../../lib/call.ts'
import { call } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { invalidate } from '../../lib/stale-queries.ts'
import {
  type ConversationList,
  joinThread,
  placeConversation,
  type ThreadPages,
} from './conversation-cache.ts'
import { type ConversationSearch, conversationsKey, thread } from './inbox-queries.ts'

/** Pages of a list to reload; the rest loads again on scrolling. */
const pagesKept = 5

export const inboxKeys: readonly OperationId[] = [conversationsKey, 'getConversation', 'getThread']

/** Reloads the inbox from the top. */
export function refreshInbox(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [conversationsKey] })) {
    client.setQueryData<ConversationList>(
      query.queryKey,
      list =>
        list && { pages: list.pages.slice(0, pagesKept), pageParams: list.pageParams.slice(0, pagesKept) },
    )
  }
  for (const id of inboxKeys) void invalidate(client, id)
}

/** Reloads one conversation and updates every list that contains it. */
export async function refreshConversation(client: QueryClient, memberId: number): Promise<void> {
  turns += 1
  const given = { memberId, turn: turns }
  try {
    await Promise.all([refreshRow(client, given), refreshThread(client, given)])
  } catch {
    // No connection: everything is reloaded when it is back.
  }
}

interface Reading {
  readonly memberId: number
  readonly turn: number
}

let turns = 0
const done = new Map<string, number>()

/**
 * Stores a response in the cache, but not before a running fetch has finished, which would overwrite it with older data, and
 * not after a later response, which would show a composer for someone who has opted out.
 */
async function put<Data>(
  client: QueryClient,
  queryKey: readonly unknown[],
  { memberId, turn }: Reading,
  change: (data: Data | undefined) => Data | undefined,
): Promise<void> {
  const queryOf = () => client.getQueryCache().find({ queryKey })
  for (let query = queryOf(); query?.state.fetchStatus === 'fetching'; query = queryOf()) {
    await Promise.allSettled([query.promise, new Promise(resolve => setTimeout(resolve))])
  }
  const place = `${memberId} ${JSON.stringify(queryKey)}`
  if ((done.get(place) ?? 0) > turn) return
  done.set(place, turn)
  client.setQueryData<Data>(queryKey, change)
}

async function refreshRow(client: QueryClient, given: Reading): Promise<void> {
  const input = { params: { memberId: given.memberId } }
  const conversation = await call('getConversation', input)
  const lists = client.getQueryCache().findAll({ queryKey: [conversationsKey] })
  await Promise.all([
    put<Conversation>(client, reading('getConversation', input).queryKey, given, () => conversation),
    ...lists.map(({ queryKey }) => {
      const { filter, search } = queryKey[1] as ConversationSearch
      return put<ConversationList>(
        client,
        queryKey,
        given,
        list => list && placeConversation(list, conversation, filter, search !== ''),
      )
    }),
  ])
}

async function refreshThread(client: QueryClient, given: Reading): Promise<void> {
  const { memberId } = given
  const { queryKey } = thread(memberId)
  const query = client.getQueryCache().find({ queryKey })
  if (!query) return
  if (!query.isActive()) {
    client.removeQueries({ queryKey })
    return
  }
  const newest = await call('getThread', { params: { memberId }, query: { limit: 50 } })
  await put<ThreadPages>(
    client,
    queryKey,
    given,
    read => (read && joinThread(read, newest)) ?? { pages: [newest], pageParams: [undefined] },
  )
}
