import Type from 'typebox'
import { Actor } from '../app/inbox.ts'
import { type AppOperation, anyAppProblem } from '../app/operation.ts'
import { cursorPageOf, cursorQuery } from '../app/paging.ts'
import { calendarDate, count, id, instant, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { PageInfo, pageQuery, searchText, sortDirection } from '../paging.ts'

/** What the overview counts. Each is a number of journal entries. */
export const overviewFigures = [
  'texts',
  'delivered',
  'failures',
  'replies',
  'consentsAsked',
  'consentsGiven',
  'optOuts',
  'answers',
] as const
export type OverviewFigure = (typeof overviewFigures)[number]

const advisorId = id({ description: 'Advisor id.' })

const range = {
  from: calendarDate({ description: 'First day, in UTC.' }),
  to: calendarDate({
    description: `Last day, in UTC, itself included. At most ${limits.overviewDays} days.`,
  }),
}

const FirmFigures = Type.Object({
  texts: count({ description: 'Outgoing texts that were accepted, of every kind.' }),
  delivered: count({ description: 'Reports of a carrier that a text was delivered.' }),
  failures: count({
    description: 'Texts that failed, or of which a carrier reported that they were not delivered.',
  }),
  replies: count({ description: 'Texts from clients.' }),
  consentsAsked: count({ description: 'Consent requests to people who had none open.' }),
  consentsGiven: count({ description: 'People who agreed to a consent request.' }),
  optOuts: count({ description: 'People who opted out, in any way.' }),
  answers: count({ description: 'Texts of a person or an application to a client who was waiting.' }),
  medianResponseSeconds: Type.Optional(
    Type.Number({
      description:
        'Half of the answers came sooner. Between the limits of a logarithmic histogram, it is estimated. Absent: no answers.',
      minimum: 0,
    }),
  ),
})
export type FirmFigures = Type.Static<typeof FirmFigures>

const progress = {
  dateTimeComplete: Type.Optional(
    instant({ description: 'Everything before it is counted. Absent: the figures are catching up.' }),
  ),
  entriesBehind: count({ description: 'Entries of the log that are not counted yet.' }),
}

const FirmOverview = Type.Object({
  totals: FirmFigures,
  previous: Type.Object(FirmFigures.properties, {
    description: 'Of as many days before the first one.',
  }),
  series: Type.Array(
    Type.Object({ day: calendarDate({ description: 'In UTC.' }), ...FirmFigures.properties }),
    { description: 'Every day of the period, in order.' },
  ),
  advisor: Type.Optional(
    Type.Object(
      { advisorId, name: words({ description: 'Name of the advisor.' }) },
      { description: 'Whose figures these are. Absent: of the whole firm.' },
    ),
  ),
  ...progress,
})
export type FirmOverview = Type.Static<typeof FirmOverview>

export const getFirmOverview = {
  id: 'getFirmOverview',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/overview',
  summary: 'Figures of the firm or of one advisor: in total, of the period before, and by day',
  query: Type.Object({ ...range, advisorId: Type.Optional(advisorId) }),
  result: FirmOverview,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const advisorSorts = ['name', ...overviewFigures, 'consentRate', 'medianResponseSeconds'] as const

const AdvisorFigures = Type.Object({
  advisorId,
  name: words({ description: 'Name of the advisor.' }),
  isActive: Type.Boolean({ description: 'False: the advisor is disabled.' }),
  ...FirmFigures.properties,
})
export type AdvisorFigures = Type.Static<typeof AdvisorFigures>

export const listAdvisorFigures = {
  id: 'listAdvisorFigures',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/overview/advisors',
  summary: 'Figures of the firm by advisor',
  query: Type.Object({
    ...range,
    ...pageQuery,
    search: searchText('Part of the name of an advisor.', ['maria']),
    sortBy: Type.Enum([...advisorSorts], {
      type: 'string',
      description: 'Advisors without a rate or a response time come last.',
      default: 'texts',
    }),
    sortDirection: Type.Enum(['asc', 'desc'], { ...sortDirection, default: 'desc' }),
  }),
  result: Type.Object({ data: Type.Array(AdvisorFigures), pageInfo: PageInfo }),
  problems: anyAppProblem,
} as const satisfies AppOperation

const CountedEntry = Type.Object({
  entryId: id({ description: 'Journal entry id.' }),
  dateTime: instant({ description: 'When it happened.' }),
  kind: words({ description: 'Kind of entry, such as message.accepted.' }),
  advisor: Type.Object({ advisorId, name: words({ description: 'Name of the advisor.' }) }),
  actor: Actor,
  messageId: Type.Optional(id({ description: 'Message id, if it is about a text.' })),
  memberId: Type.Optional(id({ description: 'The conversation, by its member.' })),
  reason: Type.Optional(words({ description: 'Why a text failed.' })),
  waitedSeconds: Type.Optional(
    Type.Number({ description: 'Only of an answer: how long the client waited.', minimum: 0 }),
  ),
})
export type CountedEntry = Type.Static<typeof CountedEntry>

export const listCountedEntries = {
  id: 'listCountedEntries',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/overview/entries',
  summary:
    'The journal entries that a figure counts, by day from the newest, and by advisor. No text and no phone number',
  query: Type.Object({
    ...range,
    ...cursorQuery,
    advisorId: Type.Optional(advisorId),
    figure: Type.Enum([...overviewFigures], { type: 'string', description: 'Which figure.' }),
  }),
  result: Type.Object({
    ...cursorPageOf(CountedEntry).properties,
    total: count({ description: 'The figure: entries on all pages.' }),
  }),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation
