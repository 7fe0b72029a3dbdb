import type { QueryClient } from '@tanstack/react-query'
import { inboxKeys, refreshConversation, refreshInbox } from '../features/inbox/refresh.ts'
import type { OperationId } from '../lib/call.ts'
import { onLive } from '../lib/live.ts'
import { endSession } from '../lib/session.ts'
import { invalidate, staleAfter } from '../lib/stale-queries.ts'

/** Events are collected for this long: a text and its receipt arrive milliseconds apart. */
const gatherMs = 40
/** With more conversations than this, reloading the list costs less than reloading each. */
const conversationsMax = 20

/** Reloads queries after live events. */
export function applyEvents(client: QueryClient): void {
  const members = new Set<number>()
  const stale = new Set<OperationId>()
  let timer: ReturnType<typeof setTimeout> | undefined

  onLive(event => {
    switch (event.name) {
      case 'ready':
      case 'reset':
        // Data read before may be older than the stream, including the first pages.
        refreshInbox(client)
        void client.invalidateQueries({
          predicate: ({ queryKey }) => inboxKeys.every(id => id !== queryKey[0]),
        })
        return
      case 'end':
        endSession()
        return
      case 'message':
      case 'status':
      case 'consent':
      case 'read':
        members.add(event.data.memberId)
        for (const id of staleAfter[event.name === 'consent' ? 'consent' : 'conversation']) stale.add(id)
        break
      case 'schedule':
      case 'contact':
      case 'group':
      case 'application':
        for (const id of staleAfter[event.name]) stale.add(id)
        break
    }
    timer ??= setTimeout(flush, gatherMs)
  })

  function flush(): void {
    timer = undefined
    if (members.size > conversationsMax) refreshInbox(client)
    else for (const memberId of members) void refreshConversation(client, memberId)
    for (const id of stale) void invalidate(client, id)
    members.clear()
    stale.clear()
  }
}
