import Type from 'typebox'
import { type AppOperation, anyAppProblem, appBodyProblem } from './app-operation.ts'
import { cursorPageOf, cursorQuery } from './app-paging.ts'
import { count, id, instant, phone, words } from './fields.ts'
import { searchText } from './paging.ts'
import { memberId } from './texting.ts'

/** As it is, not as partners see it: opted out is a state of its own here. */
export const consentStates = ['none', 'pending', 'accepted', 'opted_out'] as const
export const appConsent = Type.Enum([...consentStates], { type: 'string', description: 'State of consent.' })
export type AppConsent = (typeof consentStates)[number]

export const refusalCodes = [
  'consent_required',
  'consent_pending',
  'opted_out',
  'no_texting_number',
  'blocked_by_policy',
  'carrier_rejected',
] as const
export const refusalCode = Type.Enum([...refusalCodes], {
  type: 'string',
  description: 'As in `failureDetails`.',
})

/** Whether a text may go there now, by the same rules that decide a send. */
export const Verdict = Type.Object({
  canSend: Type.Boolean(),
  code: Type.Optional(refusalCode),
  reason: Type.Optional(words({ description: 'Why not, in words.' })),
})
export type Verdict = Type.Static<typeof Verdict>

const messageStatuses = [
  'accepted',
  'submitted',
  'unconfirmed',
  'failed',
  'undelivered',
  'delivered',
  'received',
] as const

/** Who did something. */
export const Actor = Type.Object({
  kind: Type.Enum(['advisor', 'application', 'operator', 'recipient', 'system'], { type: 'string' }),
  name: Type.Optional(words({ description: 'Of an application, an operator or a task of the service.' })),
  applicationId: Type.Optional(id({ description: 'Of an application.' })),
})
export type Actor = Type.Static<typeof Actor>

const textFields = {
  messageId: id({ description: 'Message id.' }),
  direction: Type.Enum(['out', 'in'], { type: 'string', description: 'Seen from the advisor.' }),
  kind: Type.Enum(['text', 'consent_request', 'guidance', 'stop_confirmation', 'help'], {
    type: 'string',
    description: 'All but `text` are written by the service.',
  }),
  text: Type.String({ description: 'In a list, the first 200 characters.' }),
  status: Type.Enum([...messageStatuses], { type: 'string', description: '`received` is that of a reply.' }),
  reason: Type.Optional(words({ description: 'Why it failed.' })),
  dateTimeCreated: instant({ description: 'When it was accepted or received.' }),
  dateTimeUpdated: instant({ description: 'When the status last changed.' }),
}

/** Contacts may share a phone number: the oldest ones, five at most. */
export const People = Type.Array(
  Type.Object({
    contactId: id({ description: 'Contact id.' }),
    fullName: words({ description: 'Name.' }),
  }),
  {
    description:
      'The contacts that have the number, the first one named first. None: it is known by its number.',
  },
)

export const Conversation = Type.Object({
  memberId: memberId(),
  phone: phone({ description: 'The other end.' }),
  people: People,
  consent: appConsent,
  dateTimeConsentChanged: instant({ description: 'When that last changed.' }),
  verdict: Verdict,
  unreadCount: count({ description: 'Replies that nobody has read here.' }),
  isFailed: Type.Boolean({ description: 'The latest text of the advisor’s did not arrive.' }),
  lastMessage: Type.Optional(Type.Object(textFields)),
})
export type Conversation = Type.Static<typeof Conversation>

export const ConversationPage = cursorPageOf(Conversation)
export type ConversationPage = Type.Static<typeof ConversationPage>

export const conversationFilters = ['all', 'unread', 'awaiting_consent', 'failed'] as const

const conversation = Type.Object({ memberId: memberId('Texting id of the other end.') })

export const listConversations = {
  id: 'listConversations',
  method: 'GET',
  path: '/conversations',
  summary:
    'Conversations: all by latest activity; unread by latest reply; awaiting consent by when it was asked; failed by latest failure',
  query: Type.Object({
    filter: Type.Enum([...conversationFilters], { type: 'string', default: 'all' }),
    search: searchText('Part of a contact’s name, e-mail address or phone number.', ['alvarez']),
    ...cursorQuery,
  }),
  result: ConversationPage,
  problems: anyAppProblem,
} as const satisfies AppOperation

export const getConversation = {
  id: 'getConversation',
  method: 'GET',
  path: '/conversations/{memberId}',
  summary: 'One conversation, also one in which nothing was written yet',
  params: conversation,
  result: Conversation,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

const ThreadText = Type.Object({ ...textFields, by: Actor })

const ThreadRefusal = Type.Object({
  text: Type.String({ description: 'What was not sent.' }),
  code: refusalCode,
  reason: words({ description: 'Why not, in words.' }),
  by: Actor,
})

export const ConsentStep = Type.Object({
  version: id({ description: 'Counts the entries of the ledger of this number.' }),
  event: Type.Enum(['requested', 'accepted', 'declined', 'revoked', 'restored'], { type: 'string' }),
  before: appConsent,
  after: appConsent,
  dateTime: instant({ description: 'When.' }),
  /** What proves it. */
  requestText: Type.Optional(words({ description: 'The exact text that asked for consent.' })),
  reply: Type.Optional(words({ description: 'The exact reply.' })),
  note: Type.Optional(words({ description: 'How an opt-out was told other than by text.' })),
  messageId: Type.Optional(id({ description: 'The text that asked, or the reply.' })),
  by: Type.Optional(Actor),
})
export type ConsentStep = Type.Static<typeof ConsentStep>

/** One of the three. */
export const ThreadItem = Type.Object({
  key: Type.String({ description: 'Stays the same when the item is read again.' }),
  dateTime: instant({ description: 'Where it stands.' }),
  message: Type.Optional(ThreadText),
  refused: Type.Optional(ThreadRefusal),
  consent: Type.Optional(ConsentStep),
})
export type ThreadItem = Type.Static<typeof ThreadItem>

export const Thread = cursorPageOf(ThreadItem)
export type Thread = Type.Static<typeof Thread>

export const getThread = {
  id: 'getThread',
  method: 'GET',
  path: '/conversations/{memberId}/thread',
  summary: 'Texts both ways, refused attempts and consent events, oldest first; the cursor leads upward',
  params: conversation,
  query: Type.Object(cursorQuery),
  result: Thread,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const markConversationRead = {
  id: 'markConversationRead',
  method: 'PUT',
  path: '/conversations/{memberId}/read',
  summary: 'Everything up to this text has been read',
  params: conversation,
  body: Type.Object({ upToMessageId: id({ description: 'The last text that was on the screen.' }) }),
  result: Type.Object({ unreadCount: count({ description: 'Replies that came since.' }) }),
  problems: [...appBodyProblem, 'not_found'],
} as const satisfies AppOperation

const ConsentRecord = Type.Object({
  memberId: memberId(),
  phone: phone({ description: 'The number.' }),
  consent: appConsent,
  dateTimeConsentChanged: instant({ description: 'When that last changed.' }),
  steps: Type.Array(ConsentStep, { description: 'Everything that led there, the newest first.' }),
})
export type ConsentRecord = Type.Static<typeof ConsentRecord>

export const getConsentRecord = {
  id: 'getConsentRecord',
  method: 'GET',
  path: '/conversations/{memberId}/consent',
  summary: 'The ledger of a number’s consent, with its evidence',
  params: conversation,
  result: ConsentRecord,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation
