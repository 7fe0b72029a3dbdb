import Type from 'typebox'
import { count, id, instant, nullable, phone, words } from '../fields.ts'
import { type AppOperation, anyAppProblem } from './operation.ts'

const Me = Type.Object({
  advisorId: id({ description: 'Advisor id.' }),
  name: words({ description: 'Name of the advisor.' }),
  email: words({ description: 'E-mail address used to sign in.' }),
  firmName: words({ description: 'Name of the firm.' }),
  timeZone: words({ description: 'IANA time zone.' }),
  textingNumber: nullable(
    phone({ description: 'Number that texts are sent from. Null: the advisor cannot text.' }),
  ),
  isConsentRequired: Type.Boolean({ description: 'Whether a recipient must consent before being texted.' }),
  environment: Type.Enum(['sandbox', 'production'], { type: 'string' }),
  unreadConversations: count({ description: 'Number of conversations with unread texts.' }),
  hasPassword: Type.Boolean({ description: 'False: the advisor signs in only with passkeys.' }),
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
  summary: 'The signed-in advisor. 401 if nobody is signed in: go to /app/sign-in',
  result: Me,
  problems: anyAppProblem,
} as const satisfies AppOperation

export const signOut = {
  id: 'signOut',
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
  method: 'GET',
  path: '/sessions',
  summary: 'Where the advisor is signed in, the current browser first',
  result: Type.Object({ data: Type.Array(Session) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

export const endSession = {
  id: 'endSession',
  method: 'DELETE',
  path: '/sessions/{sessionId}',
  summary: 'Ends one session immediately, on every process. 404 if it has already ended',
  params: Type.Object({ sessionId }),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const endOtherSessions = {
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Ends every session except this one. Applications keep their access',
  problems: anyAppProblem,
} as const satisfies AppOperation
