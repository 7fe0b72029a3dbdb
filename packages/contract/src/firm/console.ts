import Type from 'typebox'
import { type AppOperation, anyAppProblem } from '../app/operation.ts'
import { Person } from '../app/session.ts'
import { instant } from '../fields.ts'

const Console = Type.Object({
  person: Person,
  operations: Type.Array(Type.String(), {
    description: 'Ids of the operations that a role of the person allows, apart from those on an account.',
  }),
  environment: Type.Enum(['sandbox', 'production'], { type: 'string' }),
  hasPassword: Type.Boolean({ description: 'False: the person signs in only with passkeys or at the firm.' }),
  offersPasskeys: Type.Boolean({ description: 'False if browsers do not allow passkeys on this origin.' }),
  dateTimeSignedIn: instant({ description: 'When this session started.' }),
  dateTimeExpires: instant({ description: 'When this session ends, even if in use.' }),
})
export type Console = Type.Static<typeof Console>

export const getConsole = {
  id: 'getConsole',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/console',
  summary: 'Who is signed in to the console of the firm, and what they may do there',
  result: Console,
  problems: anyAppProblem,
} as const satisfies AppOperation
