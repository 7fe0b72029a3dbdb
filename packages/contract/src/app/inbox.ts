import Type from 'typebox'
import { count, id, instant, nullable, phone, words } from '../fields.ts'
import { searchText } from '../paging.ts'
import { memberId, textKind } from '../partner/texting.ts'
import { type AppOperation, anyAppProblem, appBodyProblem } from './operation.ts'
import { cursorPageOf, cursorQuery } from './paging.ts'

/** The full states. Partners see declined and opted out as pending and none. */
export const consentStates = ['none', 'pending', 'declined', 'accepted', 'opted_out'] as const
export const appConsent = Type.Enum([...consentStates], { type: 'string', description: 'Consent state.' })
export type AppConsent = (typeof consentStates)[number]

export const refusalCodes = [
  'consent_required',
  'consent_pending',
  'consent_declined',
  'asked_recently',
  'opted_out',
  'no_texting_number',
  'blocked_by_policy',
] as const
export const refusalCode = Type.Enum([...refusalCodes], {
  type: 'string',
  description: 'Code as in `failureDetails`.',
})

/** Whether a text may be sent now, by the same rules that decide a send. */
export const Verdict = Type.Object({
  canSend: Type.Boolean(),
  code: Type.Optional(refusalCode),
  reason: Type.Optional(words({ description: 'Human-readable reason.' })),
})
export type Verdict = Type.Static<typeof Verdict>

const consentSince = instant({
  description: 'When the state began. For pending, the latest request; for declined, the latest NO.',
})

export const dateTimeMayAsk = Type.Optional(
  nullable(
    instant({
      description:
        'If already asked or declined: when they may be asked again. Null means never. Absent means earlier requests do not prevent asking.',
    }),
  ),
)

const messageStatuses = [
  'accepted',
  'submitted',
  'unconfirmed',
  'failed',
  'undelivered',
  'delivered',
  'received',
] as const

const actorFields = {
  kind: Type.Enum(['advisor', 'assistant', 'application', 'operator', 'person', 'recipient', 'system'], {
    type: 'string',
    description: 'assistant: somebody who acts for the advisor.',
  }),
  name: Type.Optional(
    words({ description: 'Name of a person, an application, an operator or a background task.' }),
  ),
  applicationId: Type.Optional(id({ description: 'Only for an application.' })),
  personId: Type.Optional(
    id({
      description:
        'Only for an assistant, another person, and an advisor who does not hold the account any more. Absent for an advisor: who holds it now.',
    }),
  ),
}

/** Who did something. */
export const Actor = Type.Object({
  ...actorFields,
  scheduledBy: Type.Optional(
    Type.Object(actorFields, {
      description: 'Only for the service, if a scheduled text was due: who scheduled it, or changed it last.',
    }),
  ),
})
export type Actor = Type.Static<typeof Actor>

const textFields = {
  messageId: id({ description: 'Message id.' }),
  direction: Type.Enum(['out', 'in'], { type: 'string', description: 'Seen from the advisor.' }),
  kind: textKind,
  text: Type.String({ description: 'In a list, only the first 200 characters.' }),
  status: Type.Enum([...messageStatuses], {
    type: 'string',
    description: '`received` is the status of a reply.',
  }),
  reason: Type.Optional(words({ description: 'Why it failed.' })),
  dateTimeCreated: instant({ description: 'When it was accepted or received.' }),
  dateTimeUpdated: instant({ description: 'When the status last changed.' }),
}

export const Person = Type.Object({
  contactId: id({ description: 'Contact id.' }),
  fullName: words({ description: 'Name.' }),
})

/** Contacts may share a phone number. At most five are returned, oldest first. */
export const People = Type.Array(Person, {
  description: 'Contacts with this number, oldest first. Empty: show the number itself.',
})

export const Conversation = Type.Object({
  memberId: memberId(),
  phone: phone({ description: 'Phone number of the other person.' }),
  people: People,
  consent: appConsent,
  dateTimeConsentChanged: consentSince,
  dateTimeMayAsk,
  verdict: Verdict,
  unreadCount: count({ description: 'Unread replies.' }),
  unreadText: Type.Optional(
    words({
      description:
        'First unread reply that says more than YES, NO, START, STOP or HELP, else the first; up to 200 characters.',
    }),
  ),
  isFailed: Type.Boolean({ description: 'The latest text was not delivered, and the failure is unread.' }),
  lastMessage: Type.Optional(Type.Object(textFields)),
})
export type Conversation = Type.Static<typeof Conversation>

export const ConversationPage = cursorPageOf(Conversation)
export type ConversationPage = Type.Static<typeof ConversationPage>

export const conversationFilters = ['all', 'unread', 'awaiting_consent', 'declined', 'failed'] as const

const conversation = Type.Object({ memberId: memberId('Member id of the other person.') })

export const listConversations = {
  id: 'listConversations',
  method: 'GET',
  path: '/conversations',
  summary:
    'Conversations. Order: all by latest activity, unread by latest reply, awaiting consent by latest request, declined by when, failed by latest failure',
  query: Type.Object({
    filter: Type.Enum([...conversationFilters], { type: 'string', default: 'all' }),
    search: searchText('Words of a contact’s name, e-mail address or phone number, in any spelling.', [
      'alvarez',
    ]),
    ...cursorQuery,
  }),
  result: ConversationPage,
  problems: anyAppProblem,
} as const satisfies AppOperation

export const getConversation = {
  id: 'getConversation',
  method: 'GET',
  path: '/conversations/{memberId}',
  summary: 'One conversation, even if it has no texts yet',
  params: conversation,
  result: Conversation,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

const ThreadText = Type.Object({ ...textFields, by: Actor })

const ThreadRefusal = Type.Object({
  text: Type.String({ description: 'The text that was not sent.' }),
  code: refusalCode,
  reason: words({ description: 'Human-readable reason.' }),
  by: Actor,
})

export const ConsentStep = Type.Object({
  version: id({ description: 'Position in the consent ledger of this number.' }),
  event: Type.Enum(['requested', 'accepted', 'declined', 'revoked', 'restored'], { type: 'string' }),
  before: appConsent,
  after: appConsent,
  dateTime: instant({ description: 'When it happened.' }),
  /** Evidence. */
  requestText: Type.Optional(words({ description: 'Exact text of the consent request.' })),
  reply: Type.Optional(words({ description: 'Exact text of the reply.' })),
  note: Type.Optional(words({ description: 'How the person opted out other than by text.' })),
  messageId: Type.Optional(id({ description: 'Message id of the request or the reply.' })),
  by: Type.Optional(Actor),
})
export type ConsentStep = Type.Static<typeof ConsentStep>

const handover = {
  formerName: words({ description: 'The advisor before.' }),
  name: words({ description: 'The advisor since then.' }),
  isTold: Type.Boolean({ description: 'Whether a notice was sent to the clients of the book.' }),
}

const Handover = Type.Object(handover, { description: 'The book was handed over to another advisor.' })
export type Handover = Type.Static<typeof Handover>

/** Exactly one of the four optional fields is present. */
export const ThreadItem = Type.Object({
  key: Type.String({ description: 'Stable when the item is read again.' }),
  dateTime: instant({ description: 'Position in time.' }),
  message: Type.Optional(ThreadText),
  refused: Type.Optional(ThreadRefusal),
  consent: Type.Optional(ConsentStep),
  handover: Type.Optional(Handover),
})
export type ThreadItem = Type.Static<typeof ThreadItem>

export const Thread = cursorPageOf(ThreadItem)
export type Thread = Type.Static<typeof Thread>

export const getThread = {
  id: 'getThread',
  method: 'GET',
  path: '/conversations/{memberId}/thread',
  summary:
    'Texts in both directions, refused attempts, consent events and handovers of the book, oldest first; the cursor leads to older items',
  params: conversation,
  query: Type.Object(cursorQuery),
  result: Thread,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const markConversationRead = {
  id: 'markConversationRead',
  method: 'PUT',
  path: '/conversations/{memberId}/read',
  summary: 'Marks everything up to this text as read',
  params: conversation,
  body: Type.Object({ upToMessageId: id({ description: 'Last text shown on the screen.' }) }),
  result: Type.Object({ unreadCount: count({ description: 'Replies received since.' }) }),
  problems: [...appBodyProblem, 'not_found'],
} as const satisfies AppOperation

const ConsentRecord = Type.Object({
  memberId: memberId(),
  phone: phone({ description: 'The number.' }),
  consent: appConsent,
  dateTimeConsentChanged: consentSince,
  steps: Type.Array(ConsentStep, { description: 'Every step that led to the current state, newest first.' }),
  handovers: Type.Array(Type.Object({ dateTime: instant({ description: 'When.' }), ...handover }), {
    description:
      'When the book was handed over to another advisor, newest first. Consent given before stays valid: it was given to the firm’s advisor of this number.',
  }),
})
export type ConsentRecord = Type.Static<typeof ConsentRecord>

export const downloadConversationProof = {
  id: 'downloadConversationProof',
  method: 'GET',
  path: '/conversations/{memberId}/proof',
  summary:
    'Evidence bundle of the conversation, a zip file that anybody can verify offline. The export is recorded in the journal. 409 if this installation publishes no log',
  params: conversation,
  download: true,
  problems: [...anyAppProblem, 'not_found', 'conflict', 'rate_limited', 'downstream_unavailable'],
} as const satisfies AppOperation

export const getConsentRecord = {
  id: 'getConsentRecord',
  method: 'GET',
  path: '/conversations/{memberId}/consent',
  summary: 'Consent ledger of a number, with evidence',
  params: conversation,
  result: ConsentRecord,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation
