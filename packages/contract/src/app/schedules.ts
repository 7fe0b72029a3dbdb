import Type from 'typebox'
import { epochMs, id, phone, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { PageInfo } from '../paging.ts'
import { listScheduledMessages, ScheduledMessage, ScheduledMessageDetail } from '../partner/schedules.ts'
import { frequency, memberId } from '../partner/texting.ts'
import { People, refusalCode } from './inbox.ts'
import { type AppOperation, anyAppProblem } from './operation.ts'

const AppSchedule = Type.Object({ ...ScheduledMessage.properties, people: People })
export type AppSchedule = Type.Static<typeof AppSchedule>

const AppScheduleDetail = Type.Object({ ...ScheduledMessageDetail.properties, people: People })
export type AppScheduleDetail = Type.Static<typeof AppScheduleDetail>

const AppSchedulePage = Type.Object({ data: Type.Array(AppSchedule), pageInfo: PageInfo })
export type AppSchedulePage = Type.Static<typeof AppSchedulePage>

export const listSchedules = {
  id: 'listSchedules',
  method: 'GET',
  path: '/schedules',
  summary:
    'The partner’s listScheduledMessages with names. Editing and cancelling go through the partner operations',
  query: listScheduledMessages.query,
  result: AppSchedulePage,
  problems: anyAppProblem,
} as const satisfies AppOperation

export const getSchedule = {
  id: 'getSchedule',
  method: 'GET',
  path: '/schedules/{scheduleId}',
  summary: 'One scheduled text with its past firings',
  params: Type.Object({ scheduleId: id({ description: 'Schedule id.' }) }),
  result: AppScheduleDetail,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

const CalendarItem = Type.Object({
  scheduleId: id({ description: 'Schedule id.' }),
  memberId: memberId(),
  phone: phone({ description: 'The recipient.' }),
  people: People,
  text: words({ description: 'The text.' }),
  frequency: frequency(),
  at: epochMs({ description: 'When it is or was due: Unix time in milliseconds.' }),
  state: Type.Enum(['due', 'accepted', 'refused', 'skipped'], {
    type: 'string',
    description: '`due`: in the future. The others: the outcome.',
  }),
  code: Type.Optional(refusalCode),
  messageId: Type.Optional(id({ description: 'Only if sent: the message id.' })),
})
export type CalendarItem = Type.Static<typeof CalendarItem>

/** Query strings parse whole numbers only. The maximum is the end of the year 9999, near the limit of time zone arithmetic. */
const moment = (options: { readonly description: string }) =>
  Type.Integer({ minimum: 100_000_000_000, maximum: 253_402_300_799_999, ...options })

export const getScheduleCalendar = {
  id: 'getScheduleCalendar',
  method: 'GET',
  path: '/calendar',
  summary: 'Every past and future due time of scheduled texts within a period',
  query: Type.Object({
    from: moment({ description: 'Unix time in milliseconds.' }),
    to: moment({
      description: `Unix time in milliseconds, exclusive. At most ${limits.calendarDays} days after \`from\`.`,
    }),
  }),
  result: Type.Object({
    items: Type.Array(CalendarItem, { description: 'In chronological order.' }),
    isCut: Type.Boolean({ description: `There are more than the ${limits.calendarItems} shown.` }),
  }),
  problems: anyAppProblem,
} as const satisfies AppOperation
