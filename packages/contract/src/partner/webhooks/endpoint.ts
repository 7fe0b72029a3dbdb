import Type from 'typebox'
import { id, instant, mailAddress, nullable, refusalKeyword, words } from '../../fields.ts'

const eventFilter = Type.String({
  pattern: '^[a-z]+\\.([a-z_]+|\\*)$',
  maxLength: 64,
  examples: ['message.*'],
  [refusalKeyword]: {
    pattern: 'must be a type such as message.delivered, or a family such as message.*',
  },
})

const types = Type.Array(eventFilter, {
  description: 'Types, or families of types. Absent: all.',
  minItems: 1,
  maxItems: 50,
})

const advisors = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  description: 'Identifiers of advisors. Absent: all who allow the application.',
  minItems: 1,
  maxItems: 1_000,
})

const eventsPerSecond = Type.Integer({
  description: 'Deliveries a second at most. Absent: as fast as you answer.',
  minimum: 1,
  maximum: 10_000,
})

const url = Type.String({
  description:
    'Where events are posted: https, port 443 or from 1024 up, a public address. A sandbox also takes http to your own machine.',
  minLength: 1,
  maxLength: 2_000,
  examples: ['https://crm.example.com/hooks/parley'],
})

const noticeEmail = Type.String({
  description:
    'Gets an e-mail when the endpoint has failed for 1, 24 and 48 hours, when it is paused for that, and when it works again. Absent: nobody.',
  examples: ['webhooks@crm.example.com'],
  ...mailAddress,
})

export const EndpointRequest = Type.Object(
  {
    url,
    types: Type.Optional(types),
    advisors: Type.Optional(advisors),
    eventsPerSecond: Type.Optional(eventsPerSecond),
    noticeEmail: Type.Optional(noticeEmail),
  },
  {
    $id: 'EndpointRequest',
    description: 'A webhook endpoint.',
    examples: [{ url: 'https://crm.example.com/hooks/parley', types: ['message.*', 'consent.accepted'] }],
  },
)
export type EndpointRequest = Type.Static<typeof EndpointRequest>

export const EndpointUpdate = Type.Object(
  {
    url: Type.Optional(url),
    types: Type.Optional(nullable(types)),
    advisors: Type.Optional(nullable(advisors)),
    eventsPerSecond: Type.Optional(nullable(eventsPerSecond)),
    noticeEmail: Type.Optional(nullable(noticeEmail)),
  },
  {
    $id: 'EndpointUpdate',
    description:
      'Members that are present are replaced, absent members are kept, and null clears a member: all types, all advisors, no limit, no notices.',
    examples: [{ types: ['message.*'] }],
  },
)
export type EndpointUpdate = Type.Static<typeof EndpointUpdate>

const endpoint = {
  endpointId: 4097,
  url: 'https://crm.example.com/hooks/parley',
  types: ['message.*', 'consent.accepted'],
  status: 'active',
  cursor: 'hIfEaNO5fQyGXb1XqXUkLw',
  pendingEntries: 0,
  parkedEvents: 0,
  missedEvents: 0,
  dateTimeCreated: '2026-11-15T20:51:07.123Z',
} as const

export const Endpoint = Type.Object(
  {
    endpointId: id({ description: 'Endpoint id.' }),
    url,
    types: Type.Optional(types),
    advisors: Type.Optional(advisors),
    eventsPerSecond: Type.Optional(eventsPerSecond),
    noticeEmail: Type.Optional(noticeEmail),
    status: Type.Enum(['untested', 'active', 'failing', 'paused'], {
      type: 'string',
      description:
        'untested: nothing is sent before a test has arrived. failing: only the oldest event is tried, rarely. paused: nothing is sent until you resume it. Nothing is discarded in any of them.',
    }),
    pausedBecause: Type.Optional(
      Type.Enum(['asked', 'gone', 'failing'], {
        type: 'string',
        description:
          'asked: you paused it. gone: it answered 410. failing: nothing was delivered in 72 hours.',
      }),
    ),
    cursor: words({ description: 'Everything before it was delivered or is parked.' }),
    pendingEntries: Type.Integer({
      description: 'Entries of the log behind the cursor. Not all of them are events for this endpoint.',
      minimum: 0,
    }),
    parkedEvents: Type.Integer({
      description: 'Events that failed, and those of the same conversations behind them.',
      minimum: 0,
    }),
    missedEvents: Type.Integer({
      description: 'Events that were given up after nine retries; a replay sends them.',
      minimum: 0,
    }),
    dateTimeFailing: Type.Optional(instant({ description: 'Since when it fails.' })),
    dateTimeDelivered: Type.Optional(instant({ description: 'When an event was last delivered.' })),
    dateTimeCreated: instant({ description: 'When it was created.' }),
  },
  { $id: 'Endpoint', description: 'A webhook endpoint and how far it is.', examples: [endpoint] },
)
export type Endpoint = Type.Static<typeof Endpoint>

export const CreatedEndpoint = Type.Object(
  {
    endpoint: Endpoint,
    secret: words({ description: 'Checks signatures. It is shown only now.' }),
  },
  {
    $id: 'CreatedEndpoint',
    examples: [{ endpoint, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDjJiGFdkEmaI=' }],
  },
)

export const EndpointList = Type.Object(
  { data: Type.Array(Endpoint, { description: 'Oldest first.' }) },
  { $id: 'EndpointList', examples: [{ data: [endpoint] }] },
)

export const DeliveryOutcome = Type.Object(
  {
    outcome: Type.Enum(['delivered', 'refused', 'timeout', 'unreachable'], {
      type: 'string',
      description: 'refused: a status other than 2xx. timeout: no answer in 15 seconds.',
    }),
    httpStatus: Type.Optional(Type.Integer({ description: 'The answer’s status.' })),
    error: Type.Optional(words({ description: 'Why it was unreachable.' })),
    milliseconds: Type.Integer({ description: 'How long it took.', minimum: 0 }),
  },
  { $id: 'DeliveryOutcome', examples: [{ outcome: 'delivered', httpStatus: 200, milliseconds: 41 }] },
)
export type DeliveryOutcome = Type.Static<typeof DeliveryOutcome>

const delivery = {
  eventId: 'evt_1049601',
  type: 'message.delivered',
  attempt: 1,
  outcome: 'delivered',
  httpStatus: 200,
  milliseconds: 41,
  dateTime: '2026-11-15T20:51:07.223Z',
} as const

export const DeliveryList = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        eventId: words({ description: 'Event id.' }),
        type: words({ description: 'Event type.' }),
        attempt: Type.Integer({ minimum: 1 }),
        ...DeliveryOutcome.properties,
        dateTime: instant({ description: 'When it was tried.' }),
      }),
      { description: 'Newest first, of the last 30 days.' },
    ),
    before: Type.Optional(
      words({ description: 'Send it as `before` to get the next page. Absent on the last.' }),
    ),
  },
  { $id: 'DeliveryList', examples: [{ data: [delivery] }] },
)
