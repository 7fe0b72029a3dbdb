import Type from 'typebox'
import { epochMs, id, instant, nullable, phone, words } from './fields.ts'
import { limits } from './limits.ts'

const phoneNumbers = (description: string) =>
  Type.Array(phone({ description: 'Phone number in E.164.', examples: ['+12025550123'] }), {
    description: `${description} A number that is repeated counts once.`,
    minItems: 1,
    maxItems: limits.recipients,
    examples: [['+12025550123', '+12025550148']],
  })

export const messageText = Type.String({
  description: `Message text, 1 to ${limits.textCharacters.toLocaleString('en-US')} characters not counting white space around it. It is sent and archived exactly as given.`,
  pattern: '\\S',
  maxTrimmedLength: limits.textCharacters,
  'x-refusal': {
    pattern: 'must hold at least one character that is not white space',
    maxTrimmedLength: `must hold at most ${limits.textCharacters} characters`,
  },
  examples: ['Good morning Maria, the form you asked about is ready to sign. Shall I send it today?'],
})

export const deliveryDate = epochMs({
  description:
    'When to deliver a scheduled send: Unix time in milliseconds, from one minute to 366 days ahead.',
  examples: [1_796_137_200_000],
})

export const frequency = Type.Integer({
  enum: [0, 1, 2, 3, 4, 5, 6],
  description:
    'Recurrence of a scheduled send in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly.',
  examples: [0],
})

export const MessageRequest = Type.Object(
  {
    text: messageText,
    phone: Type.Optional(phone({ description: 'Recipient, in E.164.', examples: ['+12025550123'] })),
    phoneNumbers: Type.Optional(phoneNumbers('Several recipients instead of `phone`.')),
    scheduleDelivery: Type.Optional(
      Type.Boolean({ description: 'True asks for a scheduled send; then `deliveryDate` is needed.' }),
    ),
    deliveryDate: Type.Optional(deliveryDate),
    frequency: Type.Optional(frequency),
  },
  {
    $id: 'MessageRequest',
    description: 'A text to one recipient (`phone`) or to several (`phoneNumbers`).',
    oneOf: [{ required: ['phone'] }, { required: ['phoneNumbers'] }],
    dependentRequired: { deliveryDate: ['scheduleDelivery'], frequency: ['scheduleDelivery'] },
    'x-refusal': {
      oneOf: 'needs exactly one of phone and phoneNumbers',
      dependentRequired: 'deliveryDate and frequency go with scheduleDelivery',
    },
    examples: [
      {
        text: 'Good morning Maria, the form you asked about is ready to sign. Shall I send it today?',
        phone: '+12025550123',
      },
    ],
  },
)
export type MessageRequest = Type.Static<typeof MessageRequest>

export const memberId = (description = 'Texting id of the number on this advisor’s account.') =>
  id({ description, examples: [20481] })

const refusedExample = {
  phone: '+12025550148',
  memberId: 21505,
  code: 'consent_required',
  reason: 'has not consented to receive texts',
  retryable: false,
}

const FailureDetail = Type.Object(
  {
    phone: phone({ description: 'The recipient.' }),
    memberId: memberId(),
    code: Type.Enum(
      [
        'consent_required',
        'consent_pending',
        'opted_out',
        'no_texting_number',
        'blocked_by_policy',
        'carrier_rejected',
      ],
      { type: 'string', description: 'Stable reason for programs to act on.' },
    ),
    reason: words({ description: 'The reason in words.' }),
    retryable: Type.Boolean({ description: 'Whether sending again later may succeed without a change.' }),
  },
  {
    $id: 'FailureDetail',
    description: 'Why one recipient was refused.',
    examples: [refusedExample],
  },
)

const failures = Type.Array(Type.String({ minLength: 1 }), {
  description: 'One sentence for each recipient that was refused; it starts with the number.',
  examples: [['+12025550148: has not consented to receive texts']],
})

const failureDetails = Type.Array(FailureDetail, {
  description: 'The same refusals as `failures`, in the same order, for programs.',
})

export const MessageResult = Type.Object(
  {
    successes: Type.Array(
      Type.Object({
        messageId: nullable(
          id({ description: 'Message id. Null for a scheduled send.', examples: [1049601] }),
        ),
        memberId: memberId(),
        scheduleId: Type.Optional(
          id({ description: 'Schedule id, only for a scheduled send.', examples: [30721] }),
        ),
      }),
      { description: 'One entry for each recipient that was accepted.' },
    ),
    failures,
    failureDetails,
  },
  {
    $id: 'MessageResult',
    description: 'What became of each recipient. A refused recipient does not fail the request.',
    examples: [
      {
        successes: [{ messageId: 1049601, memberId: 20481 }],
        failures: ['+12025550148: has not consented to receive texts'],
        failureDetails: [refusedExample],
      },
    ],
  },
)
export type MessageResult = Type.Static<typeof MessageResult>

export const ConsentRequest = Type.Object(
  { phoneNumbers: phoneNumbers('Whom to ask for consent.') },
  {
    $id: 'ConsentRequest',
    description: 'The numbers that are sent the firm’s consent text.',
    examples: [{ phoneNumbers: ['+12025550148'] }],
  },
)
export type ConsentRequest = Type.Static<typeof ConsentRequest>

const consentState = Type.Enum(['none', 'pending', 'accepted'], {
  type: 'string',
  description:
    'none: not asked, or opted out. pending: asked, and not accepted yet. accepted: texts may be sent.',
})

export const ConsentRequestResult = Type.Object(
  {
    successes: Type.Array(
      Type.Object({
        memberId: nullable(memberId()),
        consentState: nullable(consentState),
      }),
      { description: 'One entry for each number that was asked.' },
    ),
    failures,
    failureDetails,
  },
  {
    $id: 'ConsentRequestResult',
    description: 'What became of each number.',
    examples: [
      { successes: [{ memberId: 21505, consentState: 'pending' }], failures: [], failureDetails: [] },
    ],
  },
)
export type ConsentRequestResult = Type.Static<typeof ConsentRequestResult>

export const ConsentStatus = Type.Object(
  {
    memberId: memberId(),
    state: consentState,
    lastChanged: epochMs({
      description: 'When the state last changed: Unix time in milliseconds.',
      examples: [1_762_871_400_000],
    }),
    lastRequested: Type.Optional(
      epochMs({
        description: 'When the recipient was last asked: Unix time in milliseconds. Absent if never.',
        examples: [1_762_871_100_000],
      }),
    ),
    declined: Type.Optional(
      Type.Boolean({ description: 'True when the recipient answered NO, and has not been asked since.' }),
    ),
    optedOut: Type.Optional(
      Type.Boolean({ description: 'True when the recipient has opted out; only their own START undoes it.' }),
    ),
  },
  {
    $id: 'ConsentStatus',
    description: 'Whether a number may be texted on this advisor’s account.',
    examples: [
      {
        memberId: 21505,
        state: 'accepted',
        lastChanged: 1_762_871_400_000,
        lastRequested: 1_762_871_100_000,
      },
    ],
  },
)
export type ConsentStatus = Type.Static<typeof ConsentStatus>

export const MessageStatus = Type.Object(
  {
    messageId: id({ description: 'Message id.' }),
    memberId: memberId(),
    phone: phone({ description: 'The recipient.' }),
    status: Type.Enum(['accepted', 'submitted', 'delivered', 'undelivered', 'failed', 'unconfirmed'], {
      type: 'string',
      description:
        'accepted: on its way. submitted: with the carrier. delivered, undelivered, failed: final. unconfirmed: handed over, and the carrier’s answer was lost.',
    }),
    reason: Type.Optional(words({ description: 'Why it failed.' })),
    dateTimeCreated: instant({ description: 'When it was accepted.' }),
    dateTimeUpdated: instant({ description: 'When the status last changed.' }),
  },
  {
    $id: 'MessageStatus',
    description: 'How far a text has come.',
    examples: [
      {
        messageId: 1049601,
        memberId: 20481,
        phone: '+12025550123',
        status: 'delivered',
        dateTimeCreated: '2026-11-11T14:30:00.000Z',
        dateTimeUpdated: '2026-11-11T14:30:02.417Z',
      },
    ],
  },
)
export type MessageStatus = Type.Static<typeof MessageStatus>
