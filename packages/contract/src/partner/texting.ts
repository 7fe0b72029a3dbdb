import Type from 'typebox'
import {
  epochMs,
  id,
  instant,
  notServedYet,
  nullable,
  phone,
  words,
  type ZeroIsAbsent,
  zeroIsAbsentKeyword,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { messageText } from '../message-text.ts'

export const phoneNumbers = (description: string) =>
  Type.Array(phone({ description: 'Phone number in E.164 format.', examples: ['+12025550123'] }), {
    description: `${description} Duplicate numbers count once.`,
    minItems: 1,
    maxItems: limits.recipients,
    examples: [['+12025550123', '+12025550148']],
  })

export const deliveryDate = (whenZero: string) =>
  epochMs({
    description: `When to send a scheduled text: Unix time in milliseconds, from one minute to 366 days ahead. ${whenZero}`,
    examples: [1_796_137_200_000],
  })

export const frequency = (more = '') =>
  Type.Integer({
    enum: [0, 1, 2, 3, 4, 5, 6],
    description: `Recurrence of a scheduled text in the advisor’s time zone: 0 once, 1 daily, 2 weekly, 3 every two weeks, 4 monthly, 5 quarterly, 6 yearly.${more}`,
    examples: [0],
  })

export const media = notServedYet('media')

export const MessageRequest = Type.Object(
  {
    text: messageText,
    phone: Type.Optional(phone({ description: 'Recipient in E.164 format.', examples: ['+12025550123'] })),
    phoneNumbers: Type.Optional(phoneNumbers('Multiple recipients, instead of `phone`.')),
    scheduleDelivery: Type.Optional(
      Type.Boolean({ description: 'True schedules the text; `deliveryDate` is then required.' }),
    ),
    deliveryDate: Type.Optional(deliveryDate('Without `scheduleDelivery`, omit it or send 0.')),
    frequency: Type.Optional(frequency()),
    media,
  },
  {
    $id: 'MessageRequest',
    description: 'A text to one recipient (`phone`) or to several (`phoneNumbers`).',
    oneOf: [{ required: ['phone'] }, { required: ['phoneNumbers'] }],
    dependentRequired: { deliveryDate: ['scheduleDelivery'], frequency: ['scheduleDelivery'] },
    'x-refusal': {
      oneOf: 'must have exactly one of phone and phoneNumbers',
      dependentRequired: 'deliveryDate and frequency require scheduleDelivery',
    },
    [zeroIsAbsentKeyword]: {
      members: ['deliveryDate', 'frequency'],
      unless: 'scheduleDelivery',
    } satisfies ZeroIsAbsent,
    examples: [
      {
        text: 'Good morning Maria, the form you asked about is ready to sign. Shall I send it today?',
        phone: '+12025550123',
      },
    ],
  },
)
export type MessageRequest = Type.Static<typeof MessageRequest>

export const memberId = (description = 'Member id: identifies the phone number on this advisor’s account.') =>
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
        'consent_declined',
        'asked_recently',
        'opted_out',
        'no_texting_number',
        'blocked_by_policy',
      ],
      { type: 'string', description: 'Stable, machine-readable reason.' },
    ),
    reason: words({ description: 'Human-readable reason.' }),
    retryable: Type.Boolean({
      description: 'Whether the same request may succeed later unchanged.',
    }),
    mayAskAt: Type.Optional(
      nullable(
        epochMs({
          description:
            'Only for a consent request refused as `asked_recently` or `consent_declined`: when the recipient may be asked again, in Unix time in milliseconds. Null means never.',
        }),
      ),
    ),
  },
  {
    $id: 'FailureDetail',
    description: 'Why one recipient was refused.',
    examples: [refusedExample],
  },
)

export const failures = Type.Array(Type.String({ minLength: 1 }), {
  description: 'One sentence for each refused recipient, starting with the phone number.',
  examples: [['+12025550148: has not consented to receive texts']],
})

export const failureDetails = Type.Array(FailureDetail, {
  description: 'The refusals in `failures`, in the same order, in machine-readable form.',
})

export const MessageResult = Type.Object(
  {
    successes: Type.Array(
      Type.Object({
        messageId: nullable(
          id({ description: 'Message id. Null for a scheduled text.', examples: [1049601] }),
        ),
        memberId: memberId(),
        phone: phone({ description: 'The recipient.' }),
        scheduleId: Type.Optional(
          id({ description: 'Schedule id. Only for a scheduled text.', examples: [30721] }),
        ),
      }),
      { description: 'One entry for each accepted recipient, in the order of the request.' },
    ),
    failures,
    failureDetails,
  },
  {
    $id: 'MessageResult',
    description: 'Outcome for each recipient. A refused recipient does not fail the request.',
    examples: [
      {
        successes: [{ messageId: 1049601, memberId: 20481, phone: '+12025550123' }],
        failures: ['+12025550148: has not consented to receive texts'],
        failureDetails: [refusedExample],
      },
    ],
  },
)
export type MessageResult = Type.Static<typeof MessageResult>

/** Why a text was not delivered, and what each code means. */
export const deliveryReasons = {
  invalid_recipient: 'the number does not exist or cannot receive texts',
  unreachable: 'the phone could not be reached',
  blocked: 'the recipient or their network blocks the sender',
  content: 'the carrier refused or filtered the text because of its content',
  opted_out: 'the recipient opted out, here or at the carrier',
  sender_refused: 'the carrier does not let the advisor’s number send',
  expired: 'it was not delivered in time',
  other: 'another reason given by the carrier',
  no_answer: 'the carrier did not answer',
  consent_declined: 'the recipient declined consent before it was sent',
  authorization_withdrawn: 'the advisor withdrew the application’s access before it was sent',
  held_too_long: 'the account or the application was on hold for 24 hours',
  dropped_by_operator: 'an operator discarded it while it was on hold',
} as const
export type DeliveryReason = keyof typeof deliveryReasons

export const deliveryFailure = {
  reason: Type.Optional(
    Type.Enum(Object.keys(deliveryReasons) as DeliveryReason[], {
      type: 'string',
      description: `Why it was not delivered. ${Object.entries(deliveryReasons)
        .map(([code, meaning]) => `${code}: ${meaning}.`)
        .join(' ')}`,
    }),
  ),
  carrierReason: Type.Optional(
    words({ description: 'The same in the carrier’s own terms. For people; its wording can change.' }),
  ),
}

export const textKind = Type.Enum(
  ['text', 'consent_request', 'guidance', 'stop_confirmation', 'opt_in_confirmation', 'help'],
  { type: 'string', description: 'The service writes every kind except `text`.' },
)

export const MessageStatus = Type.Object(
  {
    messageId: id({ description: 'Message id.' }),
    memberId: memberId(),
    phone: phone({ description: 'The recipient.' }),
    direction: Type.Optional(
      Type.Enum(['out', 'in'], {
        type: 'string',
        description: 'Only with the scope `text.conversations.read`. in: a reply.',
      }),
    ),
    text: Type.Optional(
      Type.String({ description: 'The text, only with the scope `text.conversations.read`.' }),
    ),
    status: Type.Enum(
      ['accepted', 'submitted', 'delivered', 'undelivered', 'failed', 'unconfirmed', 'received'],
      {
        type: 'string',
        description:
          'accepted: queued. submitted: with the carrier. delivered, undelivered, failed: final. unconfirmed: submitted, but the carrier’s response was lost. received: a reply.',
      },
    ),
    ...deliveryFailure,
    dateTimeCreated: instant({ description: 'When it was accepted.' }),
    dateTimeUpdated: instant({ description: 'When the status last changed.' }),
  },
  {
    $id: 'MessageStatus',
    description: 'Delivery status of a text.',
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
