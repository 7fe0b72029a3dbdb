import Type from 'typebox'
import { type AppOperation, anyAppProblem } from './app-operation.ts'
import { count, id, instant, nullable, phone, words } from './fields.ts'

const Me = Type.Object({
  advisorId: id({ description: 'Advisor id.' }),
  name: words({ description: 'Name of the advisor.' }),
  email: words({ description: 'What the advisor signs in with.' }),
  firmName: words({ description: 'Name of the firm.' }),
  timeZone: words({ description: 'IANA time zone.' }),
  textingNumber: nullable(phone({ description: 'What texts leave from. Null: the advisor cannot text.' })),
  isConsentRequired: Type.Boolean({ description: 'Whether a recipient must have agreed before a text.' }),
  environment: Type.Enum(['sandbox', 'production'], { type: 'string' }),
  unreadConversations: count({ description: 'How many conversations have unread texts.' }),
  hasPassword: Type.Boolean({ description: 'False: the advisor signs in with passkeys alone.' }),
  offersPasskeys: Type.Boolean({ description: 'False where browsers refuse passkeys for this address.' }),
  dateTimeSignedIn: instant({ description: 'When this session began.' }),
  dateTimeExpires: instant({ description: 'When this session ends, used or not.' }),
})
export type Me = Type.Static<typeof Me>

export const getMe = {
  id: 'getMe',
  method: 'GET',
  path: '/me',
  summary: 'Who is signed in. 401 where nobody is: then /app/sign-in is the place to go',
  result: Me,
  problems: anyAppProblem,
} as const satisfies AppOperation

export const signOut = {
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  summary: 'Ends the session and its live updates',
  problems: anyAppProblem,
} as const satisfies AppOperation
