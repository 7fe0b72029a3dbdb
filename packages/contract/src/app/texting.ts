import Type from 'typebox'
import { count, id, phone, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { messageText } from '../message-text.ts'
import { deliveryDate, frequency, MessageResult, media, memberId } from '../partner/texting.ts'
import { appConsent, dateTimeMayAsk, People, Person, refusalCode, Verdict } from './inbox.ts'
import { type AppOperation, anyAppProblem, appBodyProblem } from './operation.ts'

const list = <Item extends Type.TSchema>(item: Item, description: string, maxItems: number) =>
  Type.Optional(Type.Array(item, { description, maxItems }))

/** A person named in several of the three lists gets the text once. */
const recipients = {
  phoneNumbers: list(
    phone({ description: 'Phone number in E.164 format.' }),
    'Phone numbers.',
    limits.recipients,
  ),
  contactIds: list(id({ description: 'Contact id.' }), 'Contacts.', limits.appRecipients),
  groupIds: list(id({ description: 'Group id.' }), 'Everyone in these groups.', limits.recipients),
}

export const AppRecipients = Type.Object(recipients)
export type AppRecipients = Type.Static<typeof AppRecipients>

const Recipient = Type.Object({
  phone: phone({ description: 'The number.' }),
  memberId: Type.Optional(memberId('Absent if the advisor has never texted or heard from this number.')),
  people: People,
  consent: appConsent,
  dateTimeMayAsk,
  verdict: Verdict,
})

export const RecipientPreview = Type.Object({
  reach: Type.String({
    description: 'Identifies exactly these numbers. A send that names it reaches no others.',
  }),
  total: count({ description: 'Distinct numbers.' }),
  sendable: count({ description: 'How many of them would get the text if sent now.' }),
  refusals: Type.Array(
    Type.Object({
      code: refusalCode,
      reason: words({ description: 'Human-readable reason.' }),
      count: count({ description: 'Number of people.' }),
    }),
    { description: 'The others, by reason, most frequent first.' },
  ),
  contacts: count({
    description: 'Selected contacts, with or without a number. Contacts who share a number get one text.',
  }),
  withoutPhone: count({ description: 'Contacts that will be left out because they have no phone number.' }),
  peopleWithoutPhone: Type.Array(Person, {
    description: `The contacts without a phone number, ordered by name: at most ${limits.recipientsShown}.`,
  }),
  recipients: Type.Array(Recipient, {
    description: `People who would be refused, then the others: at most ${limits.recipientsShown}.`,
  }),
})
export type RecipientPreview = Type.Static<typeof RecipientPreview>

export const previewRecipients = {
  id: 'previewRecipients',
  method: 'POST',
  path: '/recipients',
  summary: 'Who would get a text now, who would not, and why. Changes nothing',
  body: AppRecipients,
  result: RecipientPreview,
  problems: appBodyProblem,
} as const satisfies AppOperation

export const AppMessageRequest = Type.Object(
  {
    ...recipients,
    text: messageText,
    scheduleDelivery: Type.Optional(
      Type.Boolean({ description: 'True schedules the text for `deliveryDate`.' }),
    ),
    deliveryDate: Type.Optional(deliveryDate('It requires `scheduleDelivery`.')),
    frequency: Type.Optional(frequency()),
    media,
  },
  { dependentRequired: { deliveryDate: ['scheduleDelivery'], frequency: ['scheduleDelivery'] } },
)
export type AppMessageRequest = Type.Static<typeof AppMessageRequest>

const AppMessageResult = Type.Object({
  ...MessageResult.properties,
  withoutPhone: count({ description: 'Contacts that were left out because they have no phone number.' }),
})
export type AppMessageResult = Type.Static<typeof AppMessageResult>

// Not in the body: a retry after a lost response must stay the same request even if the preview was refreshed.
const reachQuery = Type.Object({
  reach: Type.Optional(
    Type.String({
      description:
        'Id of the preview that was shown. 409 if the groups or contacts now contain other numbers.',
      maxLength: 64,
    }),
  ),
})

export const sendFromApp = {
  id: 'sendFromApp',
  method: 'POST',
  path: '/messages',
  summary: 'Sends or schedules a text, on the same path as the partner’s sendMessage',
  query: reachQuery,
  body: AppMessageRequest,
  result: AppMessageResult,
  problems: [...appBodyProblem, 'conflict'],
} as const satisfies AppOperation

export const requestConsentFromApp = {
  id: 'requestConsentFromApp',
  method: 'POST',
  path: '/recipients/consent-requests',
  summary: 'Asks everyone among the recipients who was never asked for consent, however many',
  query: reachQuery,
  body: AppRecipients,
  result: Type.Object({
    asked: count({ description: 'Numbers that were sent the consent request.' }),
  }),
  problems: [...appBodyProblem, 'conflict'],
} as const satisfies AppOperation

export const getConsentRequestText = {
  id: 'getConsentRequestText',
  method: 'GET',
  path: '/consent-request-text',
  summary: 'Exact text that requestConsent sends. 409 if the account does not collect consent',
  result: Type.Object({
    text: words({ description: 'The text.' }),
    from: phone({ description: 'Number it is sent from.' }),
  }),
  problems: [...anyAppProblem, 'conflict'],
} as const satisfies AppOperation
