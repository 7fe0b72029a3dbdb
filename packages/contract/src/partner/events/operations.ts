import Type from 'typebox'
import { count, id, instant, refusalKeyword, words } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { anyProblem, type Operation } from '../../operation.ts'
import { eventId, ParleyEvent } from './event.ts'

const cursor = (description: string) => words({ description })
const exampleCursor = 'hIfEaNO5fQyGXb1XqXUkLw'

export const EventPage = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        cursor: cursor('Send it as `after` to continue behind this event.'),
        event: ParleyEvent,
      }),
      { description: 'In the order in which they took effect.' },
    ),
    cursor: cursor('Send it as `after` next time. It is there, and may have moved, when data is empty, too.'),
    hasMore: Type.Boolean({
      description: 'Whether there is more to read now. Data may be empty although there is.',
    }),
    completeUntil: Type.Optional(
      instant({
        description:
          'Every event with an earlier timestamp has been returned before this cursor. Absent while there is more to read.',
      }),
    ),
  },
  {
    $id: 'EventPage',
    description: 'Events, and where to continue.',
    examples: [
      {
        data: [{ cursor: exampleCursor, event: (ParleyEvent as { examples?: unknown[] }).examples?.[0] }],
        cursor: exampleCursor,
        hasMore: false,
        completeUntil: '2026-11-15T20:51:07.100Z',
      },
    ],
  },
)
export type EventPage = Type.Static<typeof EventPage>

export const listEvents = {
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  scope: null,
  takesApplicationToken: true,
  tag: 'Events',
  summary: 'Read events',
  description:
    'What happened, in the order in which it took effect, from the moment an advisor allowed your application. An advisor’s token reads the events of that advisor; an application token with the scope `events.read` reads those of all advisors who allow the application. `text.messaging.read` opens `message.*`, `consent.*` and `schedule.*`; `core.contacts.read` opens `contact.*` and `group.*`. Cursors do not expire. With `Accept: text/event-stream` the same events come as server-sent events: `id` is the cursor, `event` the type, `data` the event, and `Last-Event-ID` resumes.',
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        description:
          'A cursor: what follows it. `end`: nothing, only the cursor of now. Absent: from the oldest event since the grant.',
        minLength: 1,
        maxLength: 64,
      }),
    ),
    types: Type.Optional(
      Type.String({
        description: 'Types, or families of types, separated by commas. Absent: all.',
        pattern: '^[a-z]+\\.([a-z_]+|\\*)(,[a-z]+\\.([a-z_]+|\\*))*$',
        maxLength: 1_000,
        [refusalKeyword]: {
          pattern:
            'must be types such as message.delivered or families such as message.*, separated by commas',
        },
        examples: ['message.*,consent.accepted'],
      }),
    ),
    limit: Type.Integer({
      description: 'Events at most.',
      minimum: 1,
      maximum: limits.pageSizeMax,
      default: limits.pageSizeDefault,
    }),
    waitSeconds: Type.Integer({
      description: 'How long to wait if there is nothing new. The response is sent as soon as there is.',
      minimum: 0,
      maximum: limits.eventWaitSeconds,
      default: 0,
    }),
  }),
  result: EventPage,
  problems: [...anyProblem, 'gone'],
} as const satisfies Operation

const params = Type.Object({ eventId: eventId('Event id.') })

const EventResult = Type.Object(
  { cursor: cursor('Send it as `after` to continue behind this event.'), event: ParleyEvent },
  {
    $id: 'EventResult',
    description: 'An event, and its place.',
    examples: [{ cursor: exampleCursor, event: (ParleyEvent as { examples?: unknown[] }).examples?.[0] }],
  },
)

export const getEvent = {
  id: 'getEvent',
  method: 'GET',
  path: '/events/{eventId}',
  scope: null,
  takesApplicationToken: true,
  tag: 'Events',
  summary: 'Look up an event',
  description: 'One event that the access token can read.',
  params,
  result: EventResult,
  problems: [...anyProblem, 'not_found'],
} as const satisfies Operation

const EventProof = Type.Object(
  {
    eventId: eventId('Event id.'),
    sequence: id({ description: 'Number of the entry in the advisor’s chain: the event’s sequence.' }),
    logIndex: count({ description: 'Index of the entry in the log.' }),
    treeSize: id({ description: 'Size of the tree that the checkpoint signs.' }),
    proof: words({
      description: 'A proof file as in c2sp.org/tlog-proof: leaf, hashes and signed checkpoint.',
    }),
  },
  {
    $id: 'EventProof',
    description: 'Proof that the entry behind an event is in the signed log.',
    examples: [
      {
        eventId: 'evt_1049601',
        sequence: 48213,
        logIndex: 1203311,
        treeSize: 1203400,
        proof: 'c2sp.org/tlog-proof@v1\n…',
      },
    ],
  },
)

export const getEventProof = {
  id: 'getEventProof',
  method: 'GET',
  path: '/events/{eventId}/proof',
  scope: null,
  takesApplicationToken: true,
  tag: 'Events',
  summary: 'Prove an event',
  description:
    'Proves that the journal entry behind the event is in the log that this installation publishes and signs. Fails with `conflict` while no signed checkpoint covers the entry, and if the installation publishes no log.',
  params,
  result: EventProof,
  problems: [...anyProblem, 'not_found', 'conflict'],
} as const satisfies Operation
