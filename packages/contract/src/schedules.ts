import Type from 'typebox'
import { epochMs, id, instant, phone, words } from './fields.ts'
import { IdResult } from './id-result.ts'
import { limits } from './limits.ts'
import { anyProblem, bodyProblem, type Operation } from './operation.ts'
import { pageOf, pageQuery } from './paging.ts'
import { deliveryDate, frequency, memberId, messageText } from './texting.ts'

const status = (description: string) =>
  Type.Enum(['active', 'ended', 'cancelled'], { type: 'string', description })

const scheduledMessage = {
  scheduleId: id({ description: 'Schedule id.', examples: [30721] }),
  memberId: memberId(),
  phone: phone({ description: 'The recipient.' }),
  text: words({ description: 'The text, exactly as it is sent.' }),
  status: status(
    'active: it will fire. ended: it has fired for the last time. cancelled: it was cancelled before that.',
  ),
  endReason: Type.Optional(
    Type.Enum(['fired', 'opted_out'], {
      type: 'string',
      description:
        'Of one that has ended. fired: its one time is past, whatever came of it. opted_out: the recipient had opted out.',
    }),
  ),
  deliveryDate: epochMs({ description: 'When it first fires, or fired: Unix time in milliseconds.' }),
  nextDeliveryDate: Type.Optional(
    epochMs({ description: 'Of an active one, when it fires next: Unix time in milliseconds.' }),
  ),
  frequency,
  timeZone: words({ description: 'The time zone in which the frequency is reckoned.' }),
  dateTimeCreated: instant({ description: 'When it was accepted.' }),
  dateTimeModified: instant({ description: 'When it was last edited, fired or cancelled.' }),
}

const scheduledExample = {
  scheduleId: 30721,
  memberId: 20481,
  phone: '+12025550123',
  text: 'Good morning Maria, our monthly call is on Friday at ten.',
  status: 'active',
  deliveryDate: 1_796_137_200_000,
  nextDeliveryDate: 1_798_815_600_000,
  frequency: 4,
  timeZone: 'America/New_York',
  dateTimeCreated: '2026-11-11T14:30:00.000Z',
  dateTimeModified: '2026-12-01T15:00:00.214Z',
}

export const ScheduledMessage = Type.Object(scheduledMessage, {
  $id: 'ScheduledMessage',
  description: 'A text that is sent later, once or again and again.',
  examples: [scheduledExample],
})
export type ScheduledMessage = Type.Static<typeof ScheduledMessage>

const firingExample = {
  deliveryDate: 1_796_137_200_000,
  dateTimeFired: '2026-12-01T15:00:00.214Z',
  outcome: 'accepted',
  messageId: 1049601,
}

const ScheduleFiring = Type.Object(
  {
    deliveryDate: epochMs({ description: 'When it was due: Unix time in milliseconds.' }),
    dateTimeFired: instant({ description: 'When it fired.' }),
    outcome: Type.Enum(['accepted', 'refused', 'skipped'], {
      type: 'string',
      description:
        'accepted: the text was sent. refused: `code` says why. skipped: the service was more than 24 hours late.',
    }),
    code: Type.Optional(
      words({ description: 'Of a refusal: a code as in `failureDetails`.', examples: ['consent_required'] }),
    ),
    messageId: Type.Optional(id({ description: 'Of a text that was sent: its message id.' })),
  },
  {
    $id: 'ScheduleFiring',
    description: 'What came of one time that a scheduled text was due.',
    examples: [firingExample],
  },
)

export const ScheduledMessageDetail = Type.Object(
  {
    ...scheduledMessage,
    firings: Type.Array(ScheduleFiring, {
      description: `What came of it so far: the latest ${limits.firingsShown} times, the newest first.`,
    }),
  },
  {
    $id: 'ScheduledMessageDetail',
    description: 'A scheduled text and what came of it so far.',
    examples: [{ ...scheduledExample, firings: [firingExample] }],
  },
)
export type ScheduledMessageDetail = Type.Static<typeof ScheduledMessageDetail>

const ScheduledMessagePage = pageOf('ScheduledMessagePage', ScheduledMessage, {
  page: 1,
  pageSize: 50,
  totalRecord: 1,
  sortDirection: 'asc',
  sortBy: 'status',
})

export const ScheduleChange = Type.Object(
  {
    text: Type.Optional(messageText),
    deliveryDate: Type.Optional(deliveryDate),
    frequency: Type.Optional(frequency),
  },
  {
    $id: 'ScheduleChange',
    description: 'What is to be different about a scheduled text from now on.',
    examples: [{ text: 'Good morning Maria, our call is on Thursday.', deliveryDate: 1_796_050_800_000 }],
  },
)
export type ScheduleChange = Type.Static<typeof ScheduleChange>

const params = Type.Object({
  scheduleId: id({ description: 'Schedule id from a send or a list.', examples: [30721] }),
})

export const listScheduledMessages = {
  id: 'listScheduledMessages',
  method: 'GET',
  path: '/text/messaging/scheduled-messages',
  scope: 'text.messaging.read',
  tag: 'Texting',
  summary: 'List scheduled texts',
  description:
    'The active ones first, the next to fire at the top; then the cancelled and the ended ones, the newest first.',
  query: Type.Object({
    ...pageQuery,
    status: Type.Optional(status('Only those with this status.')),
    phone: Type.Optional(phone({ description: 'Only those to this number.', examples: ['+12025550123'] })),
  }),
  result: ScheduledMessagePage,
  problems: anyProblem,
} as const satisfies Operation

export const getScheduledMessage = {
  id: 'getScheduledMessage',
  method: 'GET',
  path: '/text/messaging/scheduled-messages/{scheduleId}',
  scope: 'text.messaging.read',
  tag: 'Texting',
  summary: 'Get a scheduled text',
  description: 'Answers a scheduled text, with what came of the times that it was due.',
  params,
  result: ScheduledMessageDetail,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

export const updateScheduledMessage = {
  id: 'updateScheduledMessage',
  method: 'PUT',
  path: '/text/messaging/scheduled-messages/{scheduleId}',
  scope: 'text.messaging.write',
  tag: 'Texting',
  summary: 'Edit a scheduled text',
  description:
    'Replaces what is present, keeps what is not. A new `deliveryDate` is when it fires next, and the frequency counts from there; a new `frequency` alone counts from the next time. What has fired stays as it was. One that has ended or was cancelled answers 400.',
  params,
  body: ScheduleChange,
  result: IdResult,
  problems: [...bodyProblem, 'not_found'],
} as const satisfies Operation

export const cancelScheduledMessage = {
  id: 'cancelScheduledMessage',
  method: 'DELETE',
  path: '/text/messaging/scheduled-messages/{scheduleId}',
  scope: 'text.messaging.write',
  tag: 'Texting',
  summary: 'Cancel a scheduled text',
  description:
    'It fires no more and stays on the list as cancelled. Cancelling again answers 204; one that has ended answers 400, because it was too late.',
  params,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation
