import Type from 'typebox'
import { count, phone, words } from '../fields.ts'
import { anyProblem, type Operation } from '../operation.ts'

const named = (description: string) => Type.Object({ name: words({ description: 'Name.' }) }, { description })

export const Account = Type.Object(
  {
    advisor: named('The advisor behind the access token.'),
    firm: named('The advisor’s firm.'),
    textingNumber: Type.Optional(
      phone({ description: 'The number that texts are sent from. Absent if the advisor cannot text yet.' }),
    ),
    timeZone: words({ description: 'Time zone of the advisor’s schedules, by its IANA name.' }),
    consentRequired: Type.Boolean({
      description: 'Whether a recipient must have consented before a text. Opt-outs always count.',
    }),
    consentRequestConfigured: Type.Boolean({
      description: 'Whether the firm has a consent request, so that consent can be requested.',
    }),
    scopes: Type.Array(Type.String(), { description: 'What the access token allows now.' }),
    plan: Type.Object(
      {
        requestsPerSecond: Type.Number({ description: 'Sustained rate.', minimum: 0 }),
        burst: count({ description: 'Requests at once.' }),
        burstLeft: count({ description: 'How many of them are left now.' }),
        requestsPerDay: Type.Optional(
          count({ description: 'Requests in a UTC day. Absent if not limited.' }),
        ),
        requestsLeftToday: Type.Optional(count({ description: 'How many of them are left.' })),
      },
      { description: 'The usage plan of the API key.' },
    ),
  },
  {
    $id: 'Account',
    description: 'The account that an access token and an API key act on.',
    examples: [
      {
        advisor: { name: 'Rosa Delgado' },
        firm: { name: 'Delgado & Partners' },
        textingNumber: '+12025550101',
        timeZone: 'America/New_York',
        consentRequired: true,
        consentRequestConfigured: true,
        scopes: ['core.contacts.read', 'text.messaging.read', 'text.messaging.write'],
        plan: {
          requestsPerSecond: 10,
          burst: 50,
          burstLeft: 49,
          requestsPerDay: 100_000,
          requestsLeftToday: 99_874,
        },
      },
    ],
  },
)
export type Account = Type.Static<typeof Account>

export const getAccount = {
  id: 'getAccount',
  method: 'GET',
  path: '/me',
  scope: null,
  tag: 'Account',
  summary: 'Look up the account',
  description:
    'The advisor, the texting number, whether consent is required and can be requested, the scopes of the token, and what is left of the usage plan. Works with any scope.',
  result: Account,
  problems: anyProblem,
} as const satisfies Operation
