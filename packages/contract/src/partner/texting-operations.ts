import Type from 'typebox'
import { id, instantInput, phone } from '../fields.ts'
import { limits } from '../limits.ts'
import { anyProblem, bodyProblem, type Operation } from '../operation.ts'
import { pageQuery } from '../paging.ts'
import {
  ConsentChanges,
  ConsentLookup,
  ConsentLookupResult,
  ConsentRequest,
  ConsentRequestResult,
  ConsentStatus,
  consentState,
  OptOut,
  OptOutResult,
} from './consents.ts'
import { MessageRequest, MessageResult, MessageStatus, memberId } from './texting.ts'

export const sendMessage = {
  id: 'sendMessage',
  method: 'POST',
  path: '/text/messaging/messages',
  scope: 'text.messaging.write',
  tag: 'Texting',
  summary: 'Send or schedule a text',
  description:
    'Sends from the advisor’s texting number. Consent and opt-out are checked for each recipient; a refused recipient appears in `failures` and does not fail the request. A new number becomes a contact; existing contacts are never changed.',
  body: MessageRequest,
  result: MessageResult,
  problems: bodyProblem,
} as const satisfies Operation

export const getMessage = {
  id: 'getMessage',
  method: 'GET',
  path: '/text/messaging/messages/{messageId}',
  scope: 'text.messaging.read',
  tag: 'Texting',
  summary: 'Look up the delivery status of a text',
  description:
    'Returns the delivery status of a text sent from this advisor’s account. With the scope `text.conversations.read` also its text, and replies too; that reading is recorded.',
  params: Type.Object({
    messageId: id({ description: 'Message id returned by a send.', examples: [1049601] }),
  }),
  result: MessageStatus,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const requestConsent = {
  id: 'requestConsent',
  method: 'POST',
  path: '/text/messaging/consent-requests',
  scope: 'text.messaging.write',
  tag: 'Texting',
  summary: 'Request consent',
  description:
    'Sends the firm’s consent request, exactly as the button in the advisor’s app does. If any number has already accepted, the whole request fails with 400 and `details.accepted`. An opted-out number appears in `failures`. So does a number that may not be asked again yet: `consent_declined` within 30 days of a NO and permanently after a second NO, and `asked_recently` if the firm has set a wait after an unanswered request. `mayAskAt` says when it may be asked. Without such a wait an unanswered request may be repeated; requests within ten seconds are one request, and one text is sent.',
  body: ConsentRequest,
  result: ConsentRequestResult,
  problems: [...bodyProblem, 'not_found', 'conflict'],
} as const satisfies Operation

export const getConsent = {
  id: 'getConsent',
  method: 'GET',
  path: '/text/messaging/consents',
  scope: 'text.messaging.read',
  tag: 'Texting',
  summary: 'Look up consent',
  description:
    'Send `phone`, `memberId`, or both if they refer to the same person. After a consent request, poll every 30 seconds for 5 minutes, then every 5 minutes, and stop after 24 hours. To wait for many, poll the changes instead.',
  query: Type.Object({
    phone: Type.Optional(phone({ description: 'Phone number in E.164 format.', examples: ['+12025550148'] })),
    memberId: Type.Optional(memberId('Member id, instead of the phone number.')),
  }),
  result: ConsentStatus,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const lookUpConsents = {
  id: 'lookUpConsents',
  method: 'POST',
  path: '/text/messaging/consents/lookup',
  scope: 'text.messaging.read',
  tag: 'Texting',
  summary: 'Look up the consent of many numbers',
  description: `Up to ${limits.lookups} numbers at once. Counts as one request of the usage plan. It changes nothing, so an Idempotency-Key has no effect.`,
  body: ConsentLookup,
  result: ConsentLookupResult,
  problems: bodyProblem,
} as const satisfies Operation

export const listConsentChanges = {
  id: 'listConsentChanges',
  method: 'GET',
  path: '/text/messaging/consents/changes',
  scope: 'text.messaging.read',
  tag: 'Texting',
  summary: 'List consents by their last change',
  description:
    'All numbers of contacts who have been asked or have opted in or out, in the order of the last request, reply or opt-out, oldest first. To wait for the replies of many, poll this once a minute for all of them, with `changedSince` a minute before the newest `lastChanged` you have: changes that happen at the same time can become visible in another order.',
  query: Type.Object({
    state: Type.Optional(consentState),
    changedSince: Type.Optional(
      instantInput({
        description: 'Only changes at or after this time.',
        examples: ['2026-11-11T14:30:00.000Z'],
      }),
    ),
    after: Type.Optional(
      Type.String({ description: '`after` of the previous page.', minLength: 1, maxLength: 64 }),
    ),
    pageSize: pageQuery.pageSize,
  }),
  result: ConsentChanges,
  problems: anyProblem,
} as const satisfies Operation

export const recordOptOut = {
  id: 'recordOptOut',
  method: 'POST',
  path: '/text/messaging/opt-outs',
  scope: 'text.messaging.write',
  tag: 'Texting',
  summary: 'Record an opt-out',
  description:
    'For an opt-out that did not arrive as a text, such as one by phone. It counts like a STOP, for a number without a contact, too. Nothing is sent. Only a START from the recipient reverses it.',
  body: OptOut,
  result: OptOutResult,
  problems: [...bodyProblem, 'conflict'],
} as const satisfies Operation
