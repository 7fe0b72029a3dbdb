import Type from 'typebox'
import { People, refusalCode } from './app-inbox.ts'
import { type AppOperation, anyAppProblem } from './app-operation.ts'
import { epochMs, id, phone, words } from './fields.ts'
import { limits } from './limits.ts'
import { PageInfo } from './paging.ts'
import { listScheduledMessages, ScheduledMessage, ScheduledMessageDetail } from './schedules.ts'
import { frequency, memberId } from './texting.ts'

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
    'The partner’s listScheduledMessages, with names. Editing and cancelling are the partner’s operations',
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
  frequency,
  at: epochMs({ description: 'When it is or was due: Unix time in milliseconds.' }),
  state: Type.Enum(['due', 'accepted', 'refused', 'skipped'], {
    type: 'string',
    description: '`due`: still to come. The others: what came of it.',
  }),
  code: Type.Optional(refusalCode),
  messageId: Type.Optional(id({ description: 'Of a text that was sent.' })),
})
export type CalendarItem = Type.Static<typeof CalendarItem>

/** In a query only whole numbers become numbers. To the end of the year 9999: reckoning in time zones ends not far beyond dates. */
const moment = (options: { readonly description: string }) =>
  Type.Integer({ minimum: 100_000_000_000, maximum: 253_402_300_799_999, ...options })

export const getScheduleCalendar = {
  id: 'getScheduleCalendar',
  method: 'GET',
  path: '/calendar',
  summary: 'Every time that a scheduled text was or will be due between two moments',
  query: Type.Object({
    from: moment({ description: 'Unix time in milliseconds.' }),
    to: moment({
      description: `Unix time in milliseconds; not itself included. At most ${limits.calendarDays} days after \`from\`.`,
    }),
  }),
  result: Type.Object({
    items: Type.Array(CalendarItem, { description: 'In the order of time.' }),
    isCut: Type.Boolean({ description: `There are more than the ${limits.calendarItems} shown.` }),
  }),
  problems: anyAppProblem,
} as const satisfies AppOperation
