import Type from 'typebox'
import { count, id, instant, phone, words } from '../fields.ts'
import { anyProblem, type Operation } from '../operation.ts'
import { pageQuery } from '../paging.ts'
import { consentState } from './consents.ts'
import { deliveryFailure, memberId, textKind } from './texting.ts'

const message = {
  messageId: 1049603,
  direction: 'in',
  kind: 'text',
  text: 'Thursday at ten suits me.',
  status: 'received',
  dateTimeCreated: '2026-11-11T14:31:40.000Z',
  dateTimeUpdated: '2026-11-11T14:31:40.000Z',
} as const

export const ConversationMessage = Type.Object(
  {
    messageId: id({ description: 'Message id. Later texts of a conversation have higher ids.' }),
    direction: Type.Enum(['out', 'in'], {
      type: 'string',
      description: 'out: from the advisor’s number. in: a reply.',
    }),
    kind: textKind,
    text: Type.String({ description: 'The text.' }),
    status: Type.Enum(
      ['accepted', 'submitted', 'delivered', 'undelivered', 'failed', 'unconfirmed', 'received'],
      { type: 'string', description: 'As in the delivery status. A reply is `received`.' },
    ),
    ...deliveryFailure,
    dateTimeCreated: instant({ description: 'When it was accepted or received.' }),
    dateTimeUpdated: instant({ description: 'When the status last changed.' }),
  },
  { $id: 'ConversationMessage', description: 'A text of a conversation.', examples: [message] },
)
export type ConversationMessage = Type.Static<typeof ConversationMessage>

const summary = {
  memberId: 20481,
  phone: '+12025550123',
  consentState: 'accepted',
  lastMessage: message,
} as const

export const ConversationSummary = Type.Object(
  {
    memberId: memberId(),
    phone: phone({ description: 'Phone number of the other person.' }),
    consentState,
    lastMessage: ConversationMessage,
  },
  {
    $id: 'ConversationSummary',
    description: 'A conversation and its latest text, of which `text` has at most 200 characters.',
    examples: [summary],
  },
)
export type ConversationSummary = Type.Static<typeof ConversationSummary>

export const ConversationList = Type.Object(
  {
    data: Type.Array(ConversationSummary, { description: 'Latest activity first.' }),
    after: Type.Optional(
      words({ description: 'Send it as `after` to get the next page. Absent on the last.' }),
    ),
  },
  { $id: 'ConversationList', examples: [{ data: [summary], after: '1049603' }] },
)
export type ConversationList = Type.Static<typeof ConversationList>

export const ConversationMessages = Type.Object(
  {
    data: Type.Array(ConversationMessage, { description: 'Oldest first.' }),
    hasMore: Type.Boolean({
      description: 'With `after`: whether there are later texts. Otherwise: whether there are earlier ones.',
    }),
  },
  { $id: 'ConversationMessages', examples: [{ data: [message], hasMore: false }] },
)
export type ConversationMessages = Type.Static<typeof ConversationMessages>

export const readConversations = {
  id: 'readConversations',
  method: 'GET',
  path: '/text/messaging/conversations',
  scope: 'text.conversations.read',
  tag: 'Texting',
  summary: 'List conversations',
  description:
    'All conversations of the advisor, also those of other applications. Each reading is recorded, and the advisor can see it.',
  query: Type.Object({
    after: Type.Optional(
      Type.String({ description: '`after` of the previous page.', minLength: 1, maxLength: 64 }),
    ),
    pageSize: pageQuery.pageSize,
  }),
  result: ConversationList,
  problems: anyProblem,
} as const satisfies Operation

export const readConversationMessages = {
  id: 'readConversationMessages',
  method: 'GET',
  path: '/text/messaging/conversations/{memberId}/messages',
  scope: 'text.conversations.read',
  tag: 'Texting',
  summary: 'Read the texts of a conversation',
  description:
    'Texts and replies. Without `before` and `after`, the latest. To go back, send the first `messageId` of a page as `before`; to read what is new, send the last as `after`. A text that is on its way never appears later with an id below one that you have. Each reading is recorded, and the advisor can see it.',
  params: Type.Object({ memberId: memberId('Member id of the other person.') }),
  query: Type.Object({
    before: Type.Optional(id({ description: 'Only texts before this message.', examples: [1049603] })),
    after: Type.Optional(
      count({ description: 'Only texts after this message; 0 for the first ones.', examples: [1049601] }),
    ),
    pageSize: pageQuery.pageSize,
  }),
  result: ConversationMessages,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation
