import Type from 'typebox'
import { count, id, instant, nullable, phone, words } from '../fields.ts'
import { type AppOperation, anyAppProblem } from './operation.ts'
import { roles } from './roles.ts'

const Me = Type.Object({
  advisorId: id({ description: 'Advisor id.' }),
  name: words({ description: 'Name of the advisor.' }),
  email: words({ description: 'E-mail address of the advisor.' }),
  person: Type.Object(
    {
      personId: id({ description: 'Person id.' }),
      name: words({ description: 'Name.' }),
      email: words({ description: 'E-mail address used to sign in.' }),
    },
    { description: 'Who is signed in: the advisor, or an assistant who acts for the advisor.' },
  ),
  role: Type.Enum(['advisor', 'assistant'], {
    type: 'string',
    description: 'What the person is in this account. advisor: they hold it.',
  }),
  accounts: count({ description: 'Number of advisors for whom the person can act, including themselves.' }),
  firmName: words({ description: 'Name of the firm.' }),
  timeZone: words({ description: 'IANA time zone.' }),
  textingNumber: nullable(
    phone({ description: 'Number that texts are sent from. Null: the advisor cannot text.' }),
  ),
  isConsentRequired: Type.Boolean({ description: 'Whether a recipient must consent before being texted.' }),
  operations: Type.Array(Type.String(), {
    description: 'Ids of the operations that the role of the person in this account allows.',
  }),
  environment: Type.Enum(['sandbox', 'production'], { type: 'string' }),
  unreadConversations: count({ description: 'Number of conversations with unread texts.' }),
  hasPassword: Type.Boolean({ description: 'False: the person signs in only with passkeys.' }),
  offersPasskeys: Type.Boolean({ description: 'False if browsers do not allow passkeys on this origin.' }),
  offersProofs: Type.Boolean({ description: 'Whether the proof of a conversation can be downloaded.' }),
  dateTimeSignedIn: instant({ description: 'When this session started.' }),
  dateTimeExpires: instant({ description: 'When this session ends, even if in use.' }),
})
export type Me = Type.Static<typeof Me>

export const getMe = {
  id: 'getMe',
  method: 'GET',
  path: '/me',
  summary:
    'The advisor’s account that the page is for, and who is signed in. 401 if nobody is signed in: go to /app/sign-in. 403 with details.chooseAccount if the person has not chosen one: see getPerson',
  result: Me,
  problems: anyAppProblem,
} as const satisfies AppOperation

export const Person = Type.Object({
  personId: id({ description: 'Person id.' }),
  name: words({ description: 'Name.' }),
  email: words({ description: 'E-mail address used to sign in.' }),
  firmName: words({ description: 'Name of the firm.' }),
  roles: Type.Array(Type.Enum([...roles], { type: 'string' }), {
    description: 'What the person is in the firm.',
  }),
  accounts: Type.Array(
    Type.Object({
      advisorId: id({ description: 'Advisor id.' }),
      name: words({ description: 'Name of the advisor.' }),
      formerName: Type.Optional(
        words({
          description: 'Only if the account was handed over: name of the advisor whose it was at first.',
        }),
      ),
    }),
    { description: 'Advisors for whom the person can act, themselves first, the others by name.' },
  ),
})
export type Person = Type.Static<typeof Person>

export const getPerson = {
  id: 'getPerson',
  isOfPerson: true,
  method: 'GET',
  path: '/person',
  summary: 'Who is signed in, with roles and the accounts of the advisors for whom they can act',
  result: Person,
  problems: anyAppProblem,
} as const satisfies AppOperation

export const signOut = {
  id: 'signOut',
  isOfPerson: true,
  method: 'DELETE',
  path: '/session',
  summary:
    'Signs this browser out: ends its app session with its live updates, and its session for authorizing applications',
  problems: anyAppProblem,
} as const satisfies AppOperation

const sessionId = Type.String({
  description: 'Session id.',
  pattern: '^(app|applications)-[A-Za-z0-9_-]{1,64}$',
})

const Session = Type.Object({
  sessionId,
  purpose: Type.Enum(['app', 'applications'], {
    type: 'string',
    description:
      'app: a session of the advisor app. applications: a session on the pages that authorize applications.',
  }),
  browser: Type.Optional(words({ description: 'Browser and operating system, if known.' })),
  dateTimeSignedIn: instant({ description: 'When it started.' }),
  dateTimeUsed: Type.Optional(instant({ description: 'When the advisor was last active, to the minute.' })),
  dateTimeExpires: instant({ description: 'When it ends, even if in use.' }),
  isCurrent: Type.Boolean({ description: 'It belongs to the browser that sent the request.' }),
})
export type Session = Type.Static<typeof Session>

export const listSessions = {
  id: 'listSessions',
  isOfPerson: true,
  method: 'GET',
  path: '/sessions',
  summary: 'Where the person is signed in, the current browser first',
  result: Type.Object({ data: Type.Array(Session) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

export const endSession = {
  id: 'endSession',
  isOfPerson: true,
  method: 'DELETE',
  path: '/sessions/{sessionId}',
  summary: 'Ends one session immediately, on every process. 404 if it has already ended',
  params: Type.Object({ sessionId }),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const endOtherSessions = {
  id: 'endOtherSessions',
  isOfPerson: true,
  method: 'DELETE',
  path: '/sessions',
  summary: 'Ends every session except this one. Applications keep their access',
  problems: anyAppProblem,
} as const satisfies AppOperation
