import type { Conversation, ThreadItem } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import {
  type ConversationList,
  joinThread,
  placeConversation,
  type ThreadPages,
} from './conversation-cache.ts'

const conversation = (memberId: number, minute: number, more: Partial<Conversation> = {}): Conversation => ({
  memberId,
  phone: `+1202555${1000 + memberId}`,
  people: [],
  consent: 'accepted',
  dateTimeConsentChanged: '2026-11-01T00:00:00.000Z',
  verdict: { canSend: true },
  unreadCount: 0,
  isFailed: false,
  lastMessage: {
    messageId: minute,
    direction: 'in',
    kind: 'text',
    text: 'Hello',
    status: 'received',
    dateTimeCreated: `2026-11-11T10:${String(minute).padStart(2, '0')}:00.000Z`,
    dateTimeUpdated: '2026-11-11T10:00:00.000Z',
  },
  ...more,
})

const list = (...pages: Conversation[][]): ConversationList => ({
  pageParams: pages.map(() => undefined),
  pages: pages.map((data, index) => ({ data, ...(index < pages.length - 1 && { nextCursor: 'next' }) })),
})
const order = (given: ConversationList): number[][] =>
  given.pages.map(page => page.data.map(({ memberId }) => memberId))

describe('an updated conversation', () => {
  const before = list([conversation(1, 30), conversation(2, 20)], [conversation(3, 10)])

  it('moves to the top of the inbox', () => {
    expect(order(placeConversation(before, conversation(3, 40), 'all', false))).toEqual([[3, 1, 2], []])
  })

  it('is placed by the time of its latest text', () => {
    expect(order(placeConversation(before, conversation(2, 20, { unreadCount: 1 }), 'all', false))).toEqual([
      [1],
      [2, 3],
    ])
  })

  it('that is new is added once, also by a repeated event', () => {
    const once = placeConversation(before, conversation(4, 50), 'all', false)
    expect(order(placeConversation(once, conversation(4, 50), 'all', false))).toEqual([[4, 1, 2], [3]])
  })

  it('past the loaded pages is left to the next page', () => {
    const cut: ConversationList = {
      pageParams: [undefined],
      pages: [{ data: [conversation(1, 30)], nextCursor: 'next' }],
    }
    expect(order(placeConversation(cut, conversation(9, 5), 'all', false))).toEqual([[1]])
  })

  it('keeps its place in a filtered list, even when read', () => {
    const unread = list([conversation(1, 30, { unreadCount: 2 }), conversation(2, 20, { unreadCount: 1 })])
    const after = placeConversation(unread, conversation(2, 20), 'unread', false)
    expect(order(after)).toEqual([[1, 2]])
    expect(after.pages[0]?.data[1]?.unreadCount).toBe(0)
  })

  it('is added to a filtered list that it now matches, but not to a search', () => {
    const unread = list([conversation(1, 30, { unreadCount: 2 })])
    expect(
      order(placeConversation(unread, conversation(5, 40, { unreadCount: 1 }), 'unread', false)),
    ).toEqual([[5, 1]])
    expect(order(placeConversation(unread, conversation(6, 40), 'unread', false))).toEqual([[1]])
    expect(order(placeConversation(unread, conversation(5, 40, { unreadCount: 1 }), 'all', true))).toEqual([
      [1],
    ])
  })
})

describe('the newest page of a thread', () => {
  const item = (key: string, status?: string): ThreadItem => ({
    key,
    dateTime: status ?? '2026-11-11T10:00:00.000Z',
  })
  const read: ThreadPages = {
    pageParams: [undefined, 'older'],
    pages: [{ data: [item('c'), item('d')], nextCursor: 'older' }, { data: [item('a'), item('b')] }],
  }
  const keys = (thread: ThreadPages | undefined): string[][] | undefined =>
    thread?.pages.map(page => page.data.map(({ key }) => key))

  it('is joined to earlier pages, each item once', () => {
    expect(keys(joinThread(read, { data: [item('d'), item('e')], nextCursor: 'x' }))).toEqual([
      ['c', 'd', 'e'],
      ['a', 'b'],
    ])
  })

  it('replaces changed items', () => {
    const joined = joinThread(read, { data: [item('d', '2026-11-11T11:00:00.000Z')] })
    expect(joined?.pages[0]?.data[1]?.dateTime).toBe('2026-11-11T11:00:00.000Z')
  })

  it('is not joined across a gap', () => {
    expect(joinThread(read, { data: [item('x'), item('y')], nextCursor: 'between' })).toBeUndefined()
  })
})
