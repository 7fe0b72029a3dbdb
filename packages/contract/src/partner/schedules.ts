import Type from 'typebox'
import { epochMs, id, instant, phone, words, type ZeroIsAbsent, zeroIsAbsentKeyword } from '../fields.ts'
import { limits } from '../limits.ts'
import { messageText } from '../message-text.ts'
import { anyProblem, bodyProblem, type Operation } from '../operation.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { IdResult } from './id-result.ts'
import { deliveryDate, frequency, media, memberId } from './texting.ts'

const status = (description: string) =>
  Type.Enum(['active', 'held', 'ended', 'cancelled'], { type: 'string', description })

const scheduledMessage = {
  scheduleId: id({ description: 'Schedule id.', examples: [30721] }),
  memberId: memberId(),
  phone: phone({ description: 'The recipient.' }),
  text: words({ description: 'The text, exactly as it is sent.' }),
  status: status(
    'active: it will fire. held: it will not fire until released; `holdReason` says why. ended: it has fired for the last time. cancelled: it was cancelled before that.',
  ),
  holdReason: Type.Optional(
    Type.Enum(['number_changed', 'restored', 'handed_over'], {
      type: 'string',
      description:
        'Only when held. number_changed: the contact now has a different number. restored: the service was restored from a backup, and this text may already have been sent. handed_over: the account has a new advisor, who has not confirmed it yet.',
    }),
  ),
  endReason: Type.Optional(
    Type.Enum(['fired', 'opted_out'], {
      type: 'string',
      description:
        'Only when ended. fired: its only delivery date has passed, whatever the outcome. opted_out: the recipient opted out.',
    }),
  ),
  optedOut: Type.Optional(
    Type.Boolean({
      description:
        'True when the recipient has opted out: an active text ends instead of firing, unless they text START before.',
    }),
  ),
  deliveryDate: epochMs({ description: 'When it first fires or fired: Unix time in milliseconds.' }),
  nextDeliveryDate: Type.Optional(
    epochMs({
      description:
        'When it fires next: Unix time in milliseconds. For a held text, when it would have fired, possibly in the past.',
    }),
  ),
  frequency: frequency(),
  timeZone: words({ description: 'Time zone used to compute the recurrence.' }),
  dateTimeCreated: instant({ description: 'When it was accepted.' }),
  dateTimeModified: instant({ description: 'When it was last edited, fired, held, moved or cancelled.' }),
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
  description: 'A text that is sent later, once or repeatedly.',
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
      words({
        description: 'Only when refused: a code as in `failureDetails`.',
        examples: ['consent_required'],
      }),
    ),
    messageId: Type.Optional(id({ description: 'Only when sent: the message id.' })),
  },
  {
    $id: 'ScheduleFiring',
    description: 'Outcome of one due time of a scheduled text.',
    examples: [firingExample],
  },
)

export const ScheduledMessageDetail = Type.Object(
  {
    ...scheduledMessage,
    firings: Type.Array(ScheduleFiring, {
      description: `Outcomes so far: the latest ${limits.firingsShown} firings, newest first.`,
    }),
  },
  {
    $id: 'ScheduledMessageDetail',
    description: 'A scheduled text and its firings so far.',
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
    deliveryDate: Type.Optional(deliveryDate('To keep the date, omit it or send 0.')),
    frequency: Type.Optional(
      frequency(' To keep it, omit it or send null: 0 makes a recurring text fire only once more.'),
    ),
    status: Type.Optional(
      Type.Enum(['active'], {
        type: 'string',
        description:
          'Releases a held text. A recurring text continues with its next time from now. A one-time text whose time has passed needs a new `deliveryDate`.',
      }),
    ),
    media,
  },
  {
    $id: 'ScheduleChange',
    description: 'Changes to a scheduled text.',
    [zeroIsAbsentKeyword]: { members: ['deliveryDate'] } satisfies ZeroIsAbsent,
    examples: [{ text: 'Good morning Maria, our call is on Thursday.', deliveryDate: 1_796_050_800_000 }],
  },
)
export type ScheduleChange = Type.Static<typeof ScheduleChange>

const params = Type.Object({
  scheduleId: id({ description: 'Schedule id returned by a send or a list.', examples: [30721] }),
})

export const listScheduledMessages = {
  id: 'listScheduledMessages',
  method: 'GET',
  path: '/text/messaging/scheduled-messages',
  scope: 'text.messaging.read',
  tag: 'Texting',
  summary: 'List scheduled texts',
  description:
    'Active texts come first, the next to fire at the top. Cancelled, ended and held texts follow, newest first.',
  query: Type.Object({
    ...pageQuery,
    status: Type.Optional(status('Only texts with this status.')),
    phone: Type.Optional(phone({ description: 'Only texts to this number.', examples: ['+12025550123'] })),
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
  description: 'Returns a scheduled text with the outcome of each firing.',
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
    'Replaces the fields that are present and keeps the others. A new `deliveryDate` is when the text fires next, and the recurrence counts from there; a new `frequency` alone counts from the next firing. Past firings do not change. A held text stays held unless `status` is `active`. A text that has ended or was cancelled returns 400.',
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
    'The text will not fire again and stays in the list as cancelled. Cancelling it again returns 204. A text that has already ended returns 400.',
  params,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation
