import Type from 'typebox'
import { appConsent, People, refusalCode, Verdict } from './app-inbox.ts'
import { type AppOperation, anyAppProblem, appBodyProblem } from './app-operation.ts'
import { count, id, phone, words } from './fields.ts'
import { limits } from './limits.ts'
import { deliveryDate, frequency, MessageResult, memberId, messageText } from './texting.ts'

const list = <Item extends Type.TSchema>(item: Item, description: string, maxItems: number) =>
  Type.Optional(Type.Array(item, { description, maxItems }))

/** Whoever is named in any of the three ways gets the text once. */
const recipients = {
  phoneNumbers: list(phone({ description: 'In E.164.' }), 'Numbers.', limits.recipients),
  contactIds: list(id({ description: 'Contact id.' }), 'Contacts.', limits.appRecipients),
  groupIds: list(id({ description: 'Group id.' }), 'Everybody in these groups.', limits.recipients),
}

export const AppRecipients = Type.Object(recipients)
export type AppRecipients = Type.Static<typeof AppRecipients>

const Recipient = Type.Object({
  phone: phone({ description: 'The number.' }),
  memberId: Type.Optional(memberId('Absent: nobody has had to do with the number yet.')),
  people: People,
  consent: appConsent,
  verdict: Verdict,
})

export const RecipientPreview = Type.Object({
  reach: Type.String({
    description: 'Stands for these very numbers. A send that names it reaches no others.',
  }),
  total: count({ description: 'Different numbers.' }),
  sendable: count({ description: 'How many of them would get the text now.' }),
  refusals: Type.Array(
    Type.Object({
      code: refusalCode,
      reason: words({ description: 'In words.' }),
      count: count({ description: 'How many.' }),
    }),
    { description: 'The others, by reason, the most frequent first.' },
  ),
  withoutPhone: count({ description: 'Contacts that have no phone number, and are left out.' }),
  recipients: Type.Array(Recipient, {
    description: `Those who would be refused first, then the others: ${limits.recipientsShown} at most.`,
  }),
})
export type RecipientPreview = Type.Static<typeof RecipientPreview>

export const previewRecipients = {
  id: 'previewRecipients',
  method: 'POST',
  path: '/recipients',
  summary: 'Who would get a text now and who not, and why. Changes nothing',
  body: AppRecipients,
  result: RecipientPreview,
  problems: appBodyProblem,
} as const satisfies AppOperation

export const AppMessageRequest = Type.Object(
  {
    ...recipients,
    text: messageText,
    scheduleDelivery: Type.Optional(Type.Boolean({ description: 'True: later, on `deliveryDate`.' })),
    deliveryDate: Type.Optional(deliveryDate),
    frequency: Type.Optional(frequency),
  },
  { dependentRequired: { deliveryDate: ['scheduleDelivery'], frequency: ['scheduleDelivery'] } },
)
export type AppMessageRequest = Type.Static<typeof AppMessageRequest>

const AppMessageResult = Type.Object({
  ...MessageResult.properties,
  withoutPhone: count({ description: 'Contacts that have no phone number, and were left out.' }),
})
export type AppMessageResult = Type.Static<typeof AppMessageResult>

export const sendFromApp = {
  id: 'sendFromApp',
  method: 'POST',
  path: '/messages',
  summary: 'Sends or schedules a text, by the same way as the partner’s sendMessage',
  // Not in the body: a text whose answer was lost is the same one when the preview was renewed meanwhile.
  query: Type.Object({
    reach: Type.Optional(
      Type.String({
        description: 'Of the preview that was shown. 409 where groups or contacts name other numbers by now.',
        maxLength: 64,
      }),
    ),
  }),
  body: AppMessageRequest,
  result: AppMessageResult,
  problems: [...appBodyProblem, 'conflict'],
} as const satisfies AppOperation

export const getConsentRequestText = {
  id: 'getConsentRequestText',
  method: 'GET',
  path: '/consent-request-text',
  summary: 'What requestConsent sends, word for word. 409 where the account does not collect consent',
  result: Type.Object({
    text: words({ description: 'The text.' }),
    from: phone({ description: 'The number it leaves from.' }),
  }),
  problems: [...anyAppProblem, 'conflict'],
} as const satisfies AppOperation

export const recordOptOut = {
  id: 'recordOptOut',
  method: 'POST',
  path: '/opt-outs',
  summary: 'Records that a recipient has opted out other than by text. Only their own START undoes it',
  body: Type.Object({
    phone: phone({ description: 'The number.' }),
    note: Type.String({
      description: 'How they told it, such as a call on Tuesday.',
      pattern: '\\S',
      maxLength: 500,
    }),
  }),
  result: Type.Object({
    outcome: Type.Enum(['opted_out', 'was_opted_out'], { type: 'string' }),
  }),
  problems: appBodyProblem,
} as const satisfies AppOperation
