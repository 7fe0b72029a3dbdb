import type { Conversation, Thread } from '@parley/contract'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// Defined by the build.
const operations = {
  getConversation: ['GET', '/conversations/{memberId}'],
  getThread: ['GET', '/conversations/{memberId}/thread'],
}
vi.stubGlobal('contractOfBuild', { base: '', backgroundHeader: 'x', eventsPath: '', limits: {}, operations })
// No account was chosen: the service decides.
for (const storage of ['sessionStorage', 'localStorage']) vi.stubGlobal(storage, { getItem: () => null })
const { refreshConversation } = await import('./refresh.ts')
const { thread } = await import('./inbox-queries.ts')

/** Pending requests, which the test resolves in any order. */
let asked: { readonly url: string; readonly answer: (body: unknown) => void }[] = []
beforeEach(() => {
  asked = []
  vi.stubGlobal(
    'fetch',
    (url: string) =>
      new Promise(resolve => {
        asked.push({ url, answer: body => resolve(Response.json(body)) })
      }),
  )
})
afterEach(() => vi.restoreAllMocks())

const request = async (address: string, which = 0) =>
  vi.waitFor(() => {
    const found = asked.filter(({ url }) => url === address)[which]
    if (!found) throw new Error(`no request for ${address}`)
    return found
  }, 60_000)

const conversation = (canSend: boolean): Conversation => ({
  memberId: 7,
  phone: '+12025550107',
  people: [],
  consent: canSend ? 'accepted' : 'opted_out',
  dateTimeConsentChanged: '2026-11-01T00:00:00.000Z',
  verdict: canSend ? { canSend } : { canSend, code: 'opted_out', reason: 'has opted out' },
  unreadCount: 0,
  isFailed: false,
})
const key = ['getConversation', { params: { memberId: 7 } }]
const page = (...keys: string[]): Thread => ({
  data: keys.map(name => ({ key: name, dateTime: '2026-11-01T00:00:00.000Z' })),
  nextCursor: 'older',
})

describe('reloading a conversation', () => {
  it('shows the result of the latest request, whichever response arrives first', async () => {
    const client = new QueryClient()
    const readings = [refreshConversation(client, 7), refreshConversation(client, 7)]
    ;(await request('/conversations/7', 1)).answer(conversation(false))
    await vi.waitFor(() => expect(client.getQueryData(key)).toMatchObject({ consent: 'opted_out' }), 60_000)
    ;(await request('/conversations/7', 0)).answer(conversation(true))
    await Promise.all(readings)
    expect(client.getQueryData(key)).toMatchObject({ consent: 'opted_out', verdict: { canSend: false } })
  })

  it('loses no new text to an earlier page still in flight', async () => {
    const client = new QueryClient()
    const observer = new InfiniteQueryObserver(client, { ...thread(8), staleTime: Infinity })
    client.setQueryData(thread(8).queryKey, { pages: [page('b', 'c')], pageParams: [undefined] })
    const stop = observer.subscribe(() => {})
    const older = observer.fetchNextPage()
    const renewed = refreshConversation(client, 8)
    ;(await request('/conversations/8/thread?limit=50')).answer(page('b', 'c', 'new'))
    ;(await request('/conversations/8')).answer({ ...conversation(true), memberId: 8 })
    await new Promise(resolve => setTimeout(resolve, 20))
    ;(await request('/conversations/8/thread?cursor=older&limit=50')).answer({
      data: [{ key: 'a', dateTime: '2026-10-31T00:00:00.000Z' }],
    })
    await Promise.all([older, renewed])
    const pages = client.getQueryData(thread(8).queryKey)?.pages ?? []
    expect(pages.map(({ data }) => data.map(({ key: name }) => name))).toEqual([['b', 'c', 'new'], ['a']])
    stop()
  })
})
