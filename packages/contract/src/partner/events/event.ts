import Type from 'typebox'
import { id, instant, phone, words } from '../../fields.ts'
import { memberId } from '../texting.ts'
import { type DescribedEvent, eventTypes } from './event-types.ts'
import type { EventType } from './journal-kinds.ts'

const personId = Type.Optional(
  id({
    description:
      'The same for everything that this person does. Only for an assistant, a person of the firm, and an advisor to whom the account was handed over.',
  }),
)

const actor = Type.Object(
  {
    type: Type.Enum(['advisor', 'assistant', 'application', 'operator', 'person', 'recipient', 'system'], {
      type: 'string',
      description:
        'advisor: in the advisor’s app. assistant: somebody who acts for the advisor in that app. person: somebody of the advisor’s firm. recipient: by a reply. system: the service itself, such as a delivery receipt.',
    }),
    self: Type.Boolean({ description: 'True if your application caused it.' }),
    personId,
    scheduledBy: Type.Optional(
      Type.Object(
        {
          type: Type.Enum(['advisor', 'assistant', 'application'], {
            type: 'string',
            description: 'As in `actor.type`.',
          }),
          self: Type.Boolean({ description: 'True if your application scheduled it.' }),
          personId,
        },
        {
          description:
            'Only if a scheduled text was due: who scheduled it, or changed it last. Absent for texts that were scheduled before this was kept.',
        },
      ),
    ),
  },
  { description: 'Who caused it.' },
)

const conversation = Type.Object(
  { memberId: memberId(), phone: phone({ description: 'The other party.' }) },
  { description: 'The conversation that it belongs to. Absent for contacts, groups and access.' },
)

export const eventId = (description: string) =>
  Type.String({ description, pattern: '^evt_[1-9][0-9]{0,15}$', examples: ['evt_1049601'] })

function schemaOf<const Name extends EventType>(type: Name) {
  const { subject, data, when, example } = eventTypes[type] as DescribedEvent
  const hasConversation = ['message', 'member', 'schedule'].includes(subject)
  return Type.Object(
    {
      id: eventId('Never changes, and is different for each event.'),
      type: Type.Enum([type], { type: 'string', description: 'What happened.' }),
      timestamp: instant({ description: 'When it happened.' }),
      advisor: words({ description: 'The advisor’s identifier.' }),
      sequence: id({
        description:
          'Grows with every event of the advisor. It counts everything on record for the account, so numbers between two events can be missing.',
      }),
      subject: Type.Object(
        {
          type: Type.Enum([subject], { type: 'string', description: 'What the id refers to.' }),
          id: id({ description: 'Its id.' }),
        },
        { description: 'What it happened to.' },
      ),
      ...(hasConversation ? { conversation: Type.Optional(conversation) } : {}),
      actor,
      traceId: Type.Optional(
        Type.String({ description: 'Trace id of the request that caused it.', pattern: '^[0-9a-f]{32}$' }),
      ),
      data: data as (typeof eventTypes)[Name]['data'],
    },
    { $id: nameOf(type), description: when, examples: [exampleOf(type, subject, hasConversation, example)] },
  )
}

/** message.opted_out is MessageOptedOutEvent. */
const nameOf = (type: string): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

const exampleOf = (
  type: string,
  subject: string,
  hasConversation: boolean,
  data: DescribedEvent['example'],
) => ({
  id: 'evt_1049601',
  type,
  timestamp: '2026-11-15T20:51:07.123Z',
  advisor: 'avery.stone',
  sequence: 48213,
  subject: { type: subject, id: Object.values(data).find(value => typeof value === 'number') ?? 21505 },
  ...(hasConversation && { conversation: { memberId: 21505, phone: '+12025550148' } }),
  actor: { type: 'application', self: true },
  data,
})

export const eventSchemas = (Object.keys(eventTypes) as EventType[]).map(type => schemaOf(type))

export const ParleyEvent = Type.Union(eventSchemas, {
  $id: 'ParleyEvent',
  description:
    'Something that happened on an advisor’s account. It contains no text, no name and no address.',
  examples: eventSchemas.flatMap(schema => (schema as { examples?: unknown[] }).examples ?? []).slice(0, 1),
})

type Subject<Name extends EventType> = (typeof eventTypes)[Name]['subject']

interface Conversation {
  readonly memberId: number
  readonly phone: string
}

/** One event, by its type. */
export type ParleyEvent = {
  [Name in EventType]: {
    readonly id: string
    readonly type: Name
    readonly timestamp: string
    readonly advisor: string
    readonly sequence: number
    readonly subject: { readonly type: Subject<Name>; readonly id: number }
    readonly conversation?: Conversation
    readonly actor: {
      readonly type: Type.Static<typeof actor>['type']
      readonly self: boolean
      readonly personId?: number
      readonly scheduledBy?: {
        readonly type: 'advisor' | 'assistant' | 'application'
        readonly self: boolean
        readonly personId?: number
      }
    }
    readonly traceId?: string
    readonly data: Type.Static<(typeof eventTypes)[Name]['data']>
  }
}[EventType]
