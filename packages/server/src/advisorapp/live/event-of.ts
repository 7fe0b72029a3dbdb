import type { AppEventName, AppEvents } from '@parley/contract'
import type { NewsRow } from '../../sealing/index.ts'

export type LiveEvent = {
  [Name in AppEventName]: { readonly name: Name; readonly data: AppEvents[Name] }
}[AppEventName]

/** App events of a journal entry. There may be several, or none. */
export function eventsOf(news: NewsRow): LiveEvent[] {
  const { kind, subjectId, scheduleId } = news
  const [subject = '', what = ''] = kind.split('.')
  switch (subject) {
    case 'message':
      return [
        ...textEvent(news, what),
        ...(scheduleId === null ? [] : [{ name: 'schedule', data: { scheduleId, what: 'fired' } } as const]),
      ]
    case 'consent':
      return [
        {
          name: 'consent',
          data: { memberId: subjectId, phone: news.phone ?? '', event: what, consent: news.after ?? '' },
        },
      ]
    case 'schedule':
      return [{ name: 'schedule', data: { scheduleId: subjectId, what } }]
    case 'contact':
      return [{ name: 'contact', data: { contactId: subjectId, what } }]
    case 'group':
      return [{ name: 'group', data: { groupId: subjectId, what } }]
    case 'grant':
      return [{ name: 'application', data: { applicationId: subjectId, what } }]
    default:
      return []
  }
}

function textEvent({ subjectId, memberId, phone }: NewsRow, what: string): LiveEvent[] {
  if (memberId === null || phone === null) return []
  const whom = { memberId, phone }
  switch (what) {
    case 'accepted':
    case 'received':
      return [{ name: 'message', data: { ...whom, what, messageId: subjectId } }]
    case 'refused':
      return [{ name: 'message', data: { ...whom, what } }]
    default:
      return [{ name: 'status', data: { ...whom, messageId: subjectId, status: what } }]
  }
}
