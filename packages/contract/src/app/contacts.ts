import Type from 'typebox'
import { count, id, instant, phone, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { PageInfo } from '../paging.ts'
import { searchContacts } from '../partner/contact-operations.ts'
import { ContactDetail, ContactSummary, contactId } from '../partner/contacts.ts'
import { memberId } from '../partner/texting.ts'
import { Actor, appConsent, dateTimeMayAsk, People, Verdict } from './inbox.ts'
import { type AppOperation, anyAppProblem } from './operation.ts'
import { cursorPageOf, cursorQuery } from './paging.ts'

/** Only for a contact with a phone number. */
const texting = {
  memberId: Type.Optional(memberId()),
  consent: Type.Optional(appConsent),
}

const AppContact = Type.Object({
  ...ContactSummary.properties,
  ...texting,
})
export type AppContact = Type.Static<typeof AppContact>

const AppContactPage = Type.Object({ data: Type.Array(AppContact), pageInfo: PageInfo })
export type AppContactPage = Type.Static<typeof AppContactPage>

export const listContacts = {
  id: 'listContacts',
  method: 'GET',
  path: '/contacts',
  summary: 'The partner’s searchContacts with phone and consent. Changes go through the partner operations',
  query: searchContacts.query,
  result: AppContactPage,
  problems: anyAppProblem,
} as const satisfies AppOperation

const contact = Type.Object({ contactId: contactId() })

const AppContactDetail = Type.Object({
  ...ContactDetail.properties,
  fullName: words({
    description: 'First and last name; failing that, the e-mail address or the phone number.',
  }),
  groups: Type.Array(
    Type.Object({ groupId: id({ description: 'Group id.' }), name: words({ description: 'Name.' }) }),
    { description: 'Groups of the contact, ordered by name.' },
  ),
  ...texting,
  dateTimeMayAsk,
  verdict: Type.Optional(Verdict),
})
export type AppContactDetail = Type.Static<typeof AppContactDetail>

export const showContact = {
  id: 'showContact',
  method: 'GET',
  path: '/contacts/{contactId}',
  summary: 'The partner’s getContact with group names and consent',
  params: contact,
  result: AppContactDetail,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const NumberUse = Type.Object({
  phone: Type.Optional(phone({ description: 'The contact’s number. Absent if there is none.' })),
  people: People,
  consent: Type.Optional(appConsent),
  texts: count({ description: `Texts with the number, ${limits.textsCounted} at most.` }),
  scheduled: count({ description: 'Scheduled texts to the number.' }),
  dateTimeNext: Type.Optional(instant({ description: 'When the first of them is due.' })),
})
export type NumberUse = Type.Static<typeof NumberUse>

export const showNumberUse = {
  id: 'showNumberUse',
  method: 'GET',
  path: '/contacts/{contactId}/number',
  summary: 'What depends on a contact’s number, to show before it is changed',
  params: contact,
  result: NumberUse,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

const AppGroup = Type.Object({
  groupId: id({ description: 'Group id.' }),
  name: words({ description: 'Name of the group.' }),
})

export const showGroup = {
  id: 'showGroup',
  method: 'GET',
  path: '/groups/{groupId}',
  summary: 'One group by id, for a URL that names it: a search returns only a page of groups',
  params: Type.Object({ groupId: id({ description: 'Group id.' }) }),
  result: AppGroup,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

const GroupRemoval = Type.Object({
  groupId: id({ description: 'Id that the group had.' }),
  name: words({ description: 'Name that the group had.' }),
  contactCount: count({ description: 'Contacts in the group when it was deleted.' }),
  remaining: count({ description: 'Contacts that are yet to be removed from it.' }),
})

export const listGroupRemovals = {
  id: 'listGroupRemovals',
  method: 'GET',
  path: '/group-removals',
  summary: 'Large groups that were deleted and whose contacts are still being removed from them',
  result: Type.Object({ data: Type.Array(GroupRemoval) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

const GroupName = Type.Object({
  groupId: id({ description: 'Group id.' }),
  name: Type.Optional(words({ description: 'Absent if the group was deleted.' })),
})

const TimelineEntry = Type.Object({
  entryId: id({ description: 'Journal entry id.' }),
  kind: Type.Enum(['created', 'changed', 'groups_replaced'], { type: 'string' }),
  dateTime: instant({ description: 'When it happened.' }),
  by: Actor,
  changes: Type.Array(
    Type.Object({
      field: words({ description: 'Name of the field, as in ContactInput.' }),
      before: Type.Optional(Type.String({ description: 'Absent if it had no value.' })),
      after: Type.Optional(Type.String({ description: 'Absent if it was cleared.' })),
    }),
    { description: 'Only for created and changed.' },
  ),
  joined: Type.Array(GroupName, { description: 'Only for groups_replaced.' }),
  left: Type.Array(GroupName, { description: 'Only for groups_replaced.' }),
})
export type TimelineEntry = Type.Static<typeof TimelineEntry>

export const getContactTimeline = {
  id: 'getContactTimeline',
  method: 'GET',
  path: '/contacts/{contactId}/timeline',
  summary: 'Journal of a contact, newest first',
  params: contact,
  query: Type.Object(cursorQuery),
  result: cursorPageOf(TimelineEntry),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const downloadContacts = {
  id: 'downloadContacts',
  method: 'GET',
  path: '/contacts-file',
  summary: 'The whole address book as a file. The export is recorded in the journal',
  query: Type.Object({ format: Type.Enum(['csv', 'jsonl'], { type: 'string', default: 'csv' }) }),
  download: true,
  problems: anyAppProblem,
} as const satisfies AppOperation
