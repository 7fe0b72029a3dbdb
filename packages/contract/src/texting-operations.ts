import Type from 'typebox'
import { id, phone } from './fields.ts'
import { anyProblem, bodyProblem, type Operation } from './operation.ts'
import { type ProblemCode, problems } from './problems.ts'
import {
  ConsentRequest,
  ConsentRequestResult,
  ConsentStatus,
  MessageRequest,
  MessageResult,
  MessageStatus,
  memberId,
} from './texting.ts'

export const sendMessage = {
  id: 'sendMessage',
  method: 'POST',
  path: '/text/messaging/messages',
  scope: 'text.messaging.write',
  tag: 'Texting',
  summary: 'Send or schedule a text',
  description:
    'Sends from the advisor’s texting number. Consent and opt-out are checked for each recipient; a refused recipient is an entry in `failures`, not an error. An unknown number becomes a contact; existing contacts are never changed.',
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
  description: 'Answers how far a text that was sent on this advisor’s account has come.',
  params: Type.Object({ messageId: id({ description: 'Message id from a send.', examples: [1049601] }) }),
  result: MessageStatus,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const requestConsent = {
  id: 'requestConsent',
  method: 'POST',
  path: '/text/messaging/consent-requests',
  scope: 'text.messaging.write',
  tag: 'Texting',
  summary: 'Ask for consent',
  description:
    'Sends the firm’s consent text, exactly as the request-consent button of the advisor’s own app does. A number that has already accepted fails the whole request with 400 and `details.accepted`; an opted-out number is an entry in `failures`. There is no cooldown: callers throttle themselves.',
  body: ConsentRequest,
  result: ConsentRequestResult,
  problems: Object.keys(problems) as ProblemCode[],
} as const satisfies Operation

export const getConsent = {
  id: 'getConsent',
  method: 'GET',
  path: '/text/messaging/consents',
  scope: 'text.messaging.read',
  tag: 'Texting',
  summary: 'Look up consent',
  description:
    'Give `phone`, or `memberId`, or both if they belong together. After a consent request poll every 30 seconds for 5 minutes, then every 5 minutes, and stop after 24 hours.',
  query: Type.Object({
    phone: Type.Optional(phone({ description: 'Phone number in E.164.', examples: ['+12025550148'] })),
    memberId: Type.Optional(memberId('Texting id, instead of the phone number.')),
  }),
  result: ConsentStatus,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation
