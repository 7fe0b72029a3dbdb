import type { QueryClient } from '@tanstack/react-query'
import { inboxKeys, refreshConversation, refreshInbox } from '../features/inbox/refresh.ts'
import { onLive } from '../lib/live.ts'
import { endSession } from '../lib/session.ts'

/** Events of one moment are handled together: a text and its receipt are milliseconds apart. */
const gatherMs = 40
/** Beyond so many conversations at once, reading the list anew costs less than reading each. */
const conversationsMax = 20

/** Brings what the page has read up to date with what happens. */
export function applyEvents(client: QueryClient): void {
  const members = new Set<number>()
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  onLive(event => {
    switch (event.name) {
      case 'ready':
      case 'reset':
        // What was read before may be older than the stream, the very first pages included.
        refreshInbox(client)
        void client.invalidateQueries({
          predicate: ({ queryKey }) => !inboxKeys.includes(String(queryKey[0])),
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
        stale.add('getMe')
        if (event.name === 'consent') {
          for (const id of ['getConsentRecord', 'listContacts', 'showContact', 'previewRecipients'])
            stale.add(id)
        }
        break
      case 'schedule':
        for (const id of ['listSchedules', 'getSchedule', 'getScheduleCalendar']) stale.add(id)
        break
      case 'contact':
        for (const id of [
          'listContacts',
          'showContact',
          'getContactTimeline',
          'searchGroups',
          'previewRecipients',
        ])
          stale.add(id)
        break
      case 'group':
        for (const id of ['searchGroups', 'showGroup', 'showContact', 'listContacts', 'previewRecipients'])
          stale.add(id)
        break
      case 'application':
        for (const id of ['listConnectedApplications', 'listApplicationActs']) stale.add(id)
        break
    }
    timer ??= setTimeout(flush, gatherMs)
  })

  function flush(): void {
    timer = undefined
    if (members.size > conversationsMax) refreshInbox(client)
    else for (const memberId of members) void refreshConversation(client, memberId)
    for (const id of stale) void client.invalidateQueries({ queryKey: [id] })
    members.clear()
    stale.clear()
  }
}
