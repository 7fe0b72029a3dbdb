import type { ConversationPage, Thread } from '@parley/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type OperationId } from '../../lib/call.ts'
import type { ConversationFilter } from './conversation-cache.ts'

const conversationsPerPage = 100

export interface ConversationSearch {
  readonly filter: ConversationFilter
  readonly search: string
}

export const conversationsKey = 'listConversations' satisfies OperationId

export const conversations = ({ filter, search }: ConversationSearch) =>
  infiniteQueryOptions({
    queryKey: [conversationsKey, { filter, search }],
    queryFn: ({ pageParam, signal }): Promise<ConversationPage> =>
      call(
        'listConversations',
        { query: { filter, search, cursor: pageParam, limit: conversationsPerPage } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor,
  })

export const thread = (memberId: number) =>
  infiniteQueryOptions({
    queryKey: ['getThread' satisfies OperationId, memberId],
    queryFn: ({ pageParam, signal }): Promise<Thread> =>
      call('getThread', { params: { memberId }, query: { cursor: pageParam, limit: 50 } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor,
  })
