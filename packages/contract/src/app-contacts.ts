import Type from 'typebox'
import { Actor, appConsent, Verdict } from './app-inbox.ts'
import { type AppOperation, anyAppProblem } from './app-operation.ts'
import { cursorPageOf, cursorQuery } from './app-paging.ts'
import { searchContacts } from './contact-operations.ts'
import { ContactDetail, ContactSummary, contactId } from './contacts.ts'
import { id, instant, phone, words } from './fields.ts'
import { PageInfo } from './paging.ts'
import { memberId } from './texting.ts'

/** Of a contact that has a phone number. */
const texting = {
  memberId: Type.Optional(memberId()),
  consent: Type.Optional(appConsent),
}

const AppContact = Type.Object({
  ...ContactSummary.properties,
  phone: Type.Optional(phone({ description: 'Phone in E.164.' })),
  ...texting,
})
export type AppContact = Type.Static<typeof AppContact>

const AppContactPage = Type.Object({ data: Type.Array(AppContact), pageInfo: PageInfo })
export type AppContactPage = Type.Static<typeof AppContactPage>

export const listContacts = {
  id: 'listContacts',
  method: 'GET',
  path: '/contacts',
  summary:
    'The partner’s searchContacts, with phone and consent. Writing is done by the partner’s operations',
  query: searchContacts.query,
  result: AppContactPage,
  problems: anyAppProblem,
} as const satisfies AppOperation

const contact = Type.Object({ contactId: contactId() })

const AppContactDetail = Type.Object({
  ...ContactDetail.properties,
  fullName: words({ description: 'First and last name, else the e-mail address, else the phone number.' }),
  groups: Type.Array(
    Type.Object({ groupId: id({ description: 'Group id.' }), name: words({ description: 'Name.' }) }),
    { description: 'The groups it is in, by name.' },
  ),
  ...texting,
  verdict: Type.Optional(Verdict),
})
export type AppContactDetail = Type.Static<typeof AppContactDetail>

export const showContact = {
  id: 'showContact',
  method: 'GET',
  path: '/contacts/{contactId}',
  summary: 'The partner’s getContact, with the names of its groups and its consent',
  params: contact,
  result: AppContactDetail,
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
  summary: 'What a group is called that an address names: a search shows a page of them',
  params: Type.Object({ groupId: id({ description: 'Group id.' }) }),
  result: AppGroup,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

const GroupName = Type.Object({
  groupId: id({ description: 'Group id.' }),
  name: Type.Optional(words({ description: 'Absent: the group is gone.' })),
})

const TimelineEntry = Type.Object({
  entryId: id({ description: 'Of the journal.' }),
  kind: Type.Enum(['created', 'changed', 'groups_replaced'], { type: 'string' }),
  dateTime: instant({ description: 'When.' }),
  by: Actor,
  changes: Type.Array(
    Type.Object({
      field: words({ description: 'Name of the field, as in ContactInput.' }),
      before: Type.Optional(Type.String({ description: 'Absent: it was not known.' })),
      after: Type.Optional(Type.String({ description: 'Absent: it is not known any more.' })),
    }),
    { description: 'Of created and changed.' },
  ),
  joined: Type.Array(GroupName, { description: 'Of groups_replaced.' }),
  left: Type.Array(GroupName, { description: 'Of groups_replaced.' }),
})
export type TimelineEntry = Type.Static<typeof TimelineEntry>

export const getContactTimeline = {
  id: 'getContactTimeline',
  method: 'GET',
  path: '/contacts/{contactId}/timeline',
  summary: 'What the journal tells of a contact, the newest first',
  params: contact,
  query: Type.Object(cursorQuery),
  result: cursorPageOf(TimelineEntry),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const downloadContacts = {
  id: 'downloadContacts',
  method: 'GET',
  path: '/contacts-file',
  summary: 'The whole address book as a file. That it left is in the journal',
  query: Type.Object({ format: Type.Enum(['csv', 'jsonl'], { type: 'string', default: 'csv' }) }),
  download: true,
  problems: anyAppProblem,
} as const satisfies AppOperation
