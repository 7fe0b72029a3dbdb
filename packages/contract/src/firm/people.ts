import Type from 'typebox'
import { type AppOperation, anyAppProblem, appBodyProblem } from '../app/operation.ts'
import { cursorPageOf, nameCursorQuery } from '../app/paging.ts'
import { roles } from '../app/roles.ts'
import { emailAddress, id, instant, notBlank, phone, words } from '../fields.ts'
import { searchText } from '../paging.ts'

const personId = id({ description: 'Person id.' })
const advisorId = id({ description: 'Advisor id.' })
const role = Type.Enum([...roles], { type: 'string', description: 'What a person is in the firm.' })
const person = Type.Object({ personId })

const FirmPerson = Type.Object({
  personId,
  name: words({ description: 'Name.' }),
  email: words({ description: 'E-mail address used to sign in.' }),
  roles: Type.Array(role),
  identifier: Type.Optional(words({ description: 'Of the advisor that the person is.' })),
  books: Type.Array(
    Type.Object({
      advisorId,
      identifier: words({ description: 'Identifier of the account.' }),
      formerName: Type.Optional(
        words({ description: 'Only if it was handed over: the advisor whose it was at first.' }),
      ),
    }),
    { description: 'Accounts of advisors that the person holds.' },
  ),
  actsFor: Type.Array(Type.Object({ advisorId, name: words({ description: 'Name of the advisor.' }) }), {
    description: 'Advisors for whom the person acts as an assistant.',
  }),
  isActive: Type.Boolean({ description: 'False: the person cannot sign in.' }),
  hasPassword: Type.Boolean({ description: 'Whether a password is set.' }),
  hasSecondFactor: Type.Boolean({ description: 'An authenticator app or a passkey.' }),
  isManagedByDirectory: Type.Boolean({
    description: 'The firm’s directory decides about name, address and access.',
  }),
  dateTimeInvited: Type.Optional(instant({ description: 'When an invitation was sent that is still open.' })),
  dateTimeSeen: Type.Optional(
    instant({ description: 'When the person last used a session that is still open.' }),
  ),
  dateTimeAdded: instant({ description: 'When the person was added.' }),
})
export type FirmPerson = Type.Static<typeof FirmPerson>

export const listFirmPeople = {
  id: 'listFirmPeople',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/people',
  summary: 'Everybody of the firm who signs in, by name, including those who were deactivated',
  query: Type.Object({
    ...nameCursorQuery,
    search: searchText('Part of a name or e-mail address, in any case.', ['reyes']),
    role: Type.Optional(role),
    access: Type.Optional(
      Type.Enum(['active', 'deactivated'], {
        type: 'string',
        description: 'Only those who can sign in, or who cannot.',
      }),
    ),
    holds: Type.Optional(id({ description: 'Only who holds the account of this advisor.' })),
  }),
  result: cursorPageOf(FirmPerson),
  problems: anyAppProblem,
} as const satisfies AppOperation

const FirmPersonDetail = Type.Object({
  ...FirmPerson.properties,
  numbers: Type.Array(phone({ description: 'Active texting number of the advisor that the person is.' })),
  sessions: Type.Array(
    Type.Object({
      browser: Type.Optional(words({ description: 'Browser and operating system, if known.' })),
      dateTimeSignedIn: instant({ description: 'When it started.' }),
      dateTimeUsed: Type.Optional(instant({ description: 'When it was last used, to the minute.' })),
    }),
    { description: 'Where the person is signed in.' },
  ),
})
export type FirmPersonDetail = Type.Static<typeof FirmPersonDetail>

export const showFirmPerson = {
  id: 'showFirmPerson',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/people/{personId}',
  summary: 'One person of the firm, with roles, advisors for whom they act, and where they are signed in',
  params: person,
  result: FirmPersonDetail,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

const Invited = Type.Object({
  personId,
  link: Type.Optional(
    Type.String({
      description: 'Sets the password, once. Only if the installation sends no mail: hand it over yourself.',
    }),
  ),
  dateTimeExpires: Type.Optional(instant({ description: 'When the invitation ends.' })),
})
export type Invited = Type.Static<typeof Invited>

export const addFirmPerson = {
  id: 'addFirmPerson',
  isOfFirm: true,
  method: 'POST',
  path: '/firm/people',
  summary:
    'Adds a person to the firm and invites them by e-mail. With advisor, it also creates their account',
  body: Type.Object({
    name: Type.String({ description: 'Name.', maxLength: 200, ...notBlank }),
    email: Type.String({
      description: 'E-mail address to sign in with.',
      minLength: 3,
      maxLength: 254,
      ...emailAddress,
    }),
    roles: Type.Array(role, { minItems: 1, maxItems: roles.length, uniqueItems: true }),
    advisor: Type.Optional(
      Type.Object(
        {
          identifier: Type.String({
            description: 'Names the advisor for good, as in `avery`.',
            maxLength: 100,
            ...notBlank,
          }),
          timeZone: Type.String({ description: 'IANA time zone.', maxLength: 100, ...notBlank }),
        },
        { description: 'Needed with the role advisor, and only then.' },
      ),
    ),
  }),
  result: Invited,
  problems: [...appBodyProblem, 'conflict'],
} as const satisfies AppOperation

export const inviteFirmPerson = {
  id: 'inviteFirmPerson',
  isOfFirm: true,
  method: 'POST',
  path: '/firm/people/{personId}/invitation',
  summary: 'Invites somebody who has no password yet once more. Former links stop working',
  params: person,
  result: Invited,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const updateFirmPerson = {
  id: 'updateFirmPerson',
  isOfFirm: true,
  method: 'PUT',
  path: '/firm/people/{personId}',
  summary:
    'Changes name or e-mail address, or deactivates: every session ends, and an advisor’s texts stop. Activating restores neither',
  params: person,
  body: Type.Object(
    {
      name: Type.Optional(Type.String({ description: 'Name.', maxLength: 200, ...notBlank })),
      email: Type.Optional(
        Type.String({
          description: 'E-mail address to sign in with.',
          minLength: 3,
          maxLength: 254,
          ...emailAddress,
        }),
      ),
      isActive: Type.Optional(Type.Boolean({ description: 'False deactivates.' })),
    },
    { minProperties: 1 },
  ),
  problems: [...appBodyProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

const personAndRole = Type.Object({ personId, role })

export const giveFirmRole = {
  id: 'giveFirmRole',
  isOfFirm: true,
  method: 'PUT',
  path: '/firm/people/{personId}/roles/{role}',
  summary: 'Gives a person a role',
  params: personAndRole,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const takeFirmRole = {
  id: 'takeFirmRole',
  isOfFirm: true,
  method: 'DELETE',
  path: '/firm/people/{personId}/roles/{role}',
  summary: 'Takes a role away, at once on every process. The firm keeps at least one administrator',
  params: personAndRole,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

const assistantAndAdvisor = Type.Object({ personId, advisorId })

export const assignAssistant = {
  id: 'assignAssistant',
  isOfFirm: true,
  method: 'PUT',
  path: '/firm/people/{personId}/advisors/{advisorId}',
  summary: 'Lets an assistant act for an advisor of the firm',
  params: assistantAndAdvisor,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const unassignAssistant = {
  id: 'unassignAssistant',
  isOfFirm: true,
  method: 'DELETE',
  path: '/firm/people/{personId}/advisors/{advisorId}',
  summary: 'Ends that an assistant acts for an advisor, at once',
  params: assistantAndAdvisor,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation

export const signOutFirmPerson = {
  id: 'signOutFirmPerson',
  isOfFirm: true,
  method: 'DELETE',
  path: '/firm/people/{personId}/sessions',
  summary: 'Ends every session of a person',
  params: person,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const resetFirmSecondFactor = {
  id: 'resetFirmSecondFactor',
  isOfFirm: true,
  method: 'DELETE',
  path: '/firm/people/{personId}/second-factor',
  summary:
    'Removes authenticator app, recovery codes and passkeys of somebody who lost them, and ends every session',
  params: person,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation
