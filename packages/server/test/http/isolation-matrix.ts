import { operations } from '@parley/contract'

export interface Target {
  readonly contactId: number
  readonly groupId: number
  readonly phone: string
  /** Number of another of the victim's contacts. Other advisors text it too, so each has its own contact for it. */
  readonly sharedPhone: string
  readonly memberId: number
  readonly messageId: number
  readonly scheduleId: number
  readonly eventId: string
}

interface Call {
  readonly path?: string
  readonly query?: string
  readonly body?: object
  /** Expected response to an advisor who owns none of it. */
  readonly owed: 404 | 400 | 'nothing of it'
}

export const tomorrow = (): object => ({ scheduleDelivery: true, deliveryDate: Date.now() + 86_400_000 })

/** No advisor's token opens them: src/webhooks/endpoints.test.ts. */
const ofApplications = Object.keys(operations).filter(id =>
  /Endpoint|^replayEvents$|^listDeliveries$|^createConsoleLink$/.test(id),
)

/** How each operation refers to an advisor's data. An operation that is missing here fails the test. */
export const matrix: Record<string, (target: Target) => readonly Call[]> = {
  // Both may know a number: each has their own member and contact for it.
  sendMessage: ({ sharedPhone: phone }) => [
    { body: { phone, text: 'Hello', ...tomorrow() }, owed: 'nothing of it' },
    { body: { phone, text: 'Hello' }, owed: 'nothing of it' },
    { body: { phoneNumbers: [phone], text: 'Hello' }, owed: 'nothing of it' },
  ],
  requestConsent: ({ sharedPhone }) => [{ body: { phoneNumbers: [sharedPhone] }, owed: 'nothing of it' }],
  listScheduledMessages: ({ phone }) => [
    { owed: 'nothing of it' },
    { query: 'status=active', owed: 'nothing of it' },
    { query: `phone=${encodeURIComponent(phone)}`, owed: 'nothing of it' },
  ],
  getScheduledMessage: ({ scheduleId }) => [{ path: String(scheduleId), owed: 404 }],
  updateScheduledMessage: ({ scheduleId }) => [
    { path: String(scheduleId), body: { text: 'Stolen' }, owed: 404 },
    { path: String(scheduleId), body: { frequency: 1 }, owed: 404 },
  ],
  cancelScheduledMessage: ({ scheduleId }) => [{ path: String(scheduleId), owed: 404 }],
  getMessage: ({ messageId }) => [{ path: String(messageId), owed: 404 }],
  readConversations: () => [{ owed: 'nothing of it' }, { query: 'pageSize=200', owed: 'nothing of it' }],
  readConversationMessages: ({ memberId, messageId }) => [
    { path: String(memberId), owed: 404 },
    { path: String(memberId), query: 'after=1', owed: 404 },
    { path: String(memberId), query: `before=${messageId + 1}`, owed: 404 },
  ],
  getConsent: ({ phone, memberId }) => [
    { query: `phone=${encodeURIComponent(phone)}`, owed: 404 },
    { query: `memberId=${memberId}`, owed: 404 },
    { query: `memberId=${memberId}&phone=${encodeURIComponent(phone)}`, owed: 404 },
  ],
  getAccount: () => [{ owed: 'nothing of it' }],
  ...Object.fromEntries(ofApplications.map(id => [id, () => []])),
  listEvents: () => [
    { owed: 'nothing of it' },
    { query: 'types=message.*,contact.*&limit=200', owed: 'nothing of it' },
  ],
  getEvent: ({ eventId }) => [{ path: eventId, owed: 404 }],
  getEventProof: ({ eventId }) => [{ path: eventId, owed: 404 }],
  lookUpConsents: ({ sharedPhone }) => [{ body: { phoneNumbers: [sharedPhone] }, owed: 'nothing of it' }],
  listConsentChanges: () => [{ owed: 'nothing of it' }, { query: 'state=accepted', owed: 'nothing of it' }],
  recordOptOut: ({ sharedPhone }) => [
    { body: { phone: sharedPhone, note: 'A call' }, owed: 'nothing of it' },
  ],
  createContact: () => [],
  upsertContacts: () => [
    { body: { contacts: [{ externalContactId: 'theirs', firstName: 'Own' }] }, owed: 'nothing of it' },
  ],
  createGroup: () => [],
  searchGroups: () => [
    { owed: 'nothing of it' },
    { query: 'search=secret', owed: 'nothing of it' },
    { query: 'externalGroupId=secret', owed: 'nothing of it' },
  ],
  searchContacts: ({ groupId, phone }) => [
    { owed: 'nothing of it' },
    { query: `groupId=${groupId}`, owed: 'nothing of it' },
    { query: `phone=${encodeURIComponent(phone)}`, owed: 'nothing of it' },
    { query: 'externalContactId=theirs', owed: 'nothing of it' },
    { query: 'search=secret', owed: 'nothing of it' },
    { query: `search=${phone.slice(2)}&sortBy=source&sortDirection=desc`, owed: 'nothing of it' },
  ],
  searchContent: () => [],
  listHandsetMessages: ({ phone }) => [{ path: phone, owed: 'nothing of it' }],
  replyFromHandset: ({ phone }) => [{ path: phone, body: { text: 'STOP' }, owed: 'nothing of it' }],
  getContact: ({ contactId }) => [{ path: String(contactId), owed: 404 }],
  deleteContact: ({ contactId }) => [{ path: String(contactId), owed: 404 }],
  deleteGroup: ({ groupId }) => [{ path: String(groupId), owed: 404 }],
  getGroup: ({ groupId }) => [{ path: String(groupId), owed: 404 }],
  updateGroup: ({ groupId }) => [{ path: String(groupId), body: { name: 'Stolen' }, owed: 404 }],
  changeGroupMembers: ({ groupId, contactId }) => [
    { path: String(groupId), body: { add: [contactId] }, owed: 404 },
    { path: String(groupId), body: { remove: [contactId] }, owed: 404 },
  ],
  updateContact: ({ contactId, phone }) => [
    { path: String(contactId), body: { firstName: 'Stolen' }, owed: 404 },
    { path: String(contactId), body: { phone }, owed: 404 },
  ],
  replaceContactGroups: ({ contactId, groupId }) => [
    { path: String(contactId), body: { groupIds: [groupId] }, owed: 404 },
    { path: String(contactId), body: { isSelectAllGroup: true }, owed: 404 },
    { path: 'own', body: { groupIds: [groupId] }, owed: 400 },
  ],
}
