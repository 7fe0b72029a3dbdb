import Type from 'typebox'
import { type AppOperation, anyAppProblem } from './app-operation.ts'
import { id, instant, phone, words } from './fields.ts'
import { limits } from './limits.ts'

const applicationId = id({ description: 'Application id.' })
const application = Type.Object({ applicationId })

const ConnectedApplication = Type.Object({
  applicationId,
  name: words({ description: 'Name.' }),
  scopes: Type.Array(
    Type.Object({
      scope: words({ description: 'Scope.' }),
      words: words({ description: 'What it allows.' }),
    }),
    { description: 'What it may do now.' },
  ),
  dateTimeAllowed: instant({ description: 'Since when.' }),
  isAllowedByFirm: Type.Boolean({
    description: 'The firm has allowed it for all its advisors: that only the operator can end.',
  }),
  isAllowedByAdvisor: Type.Boolean({ description: 'The advisor has, and can take it back.' }),
  dateTimeRevoked: Type.Optional(instant({ description: 'It may do nothing any more, since then.' })),
})
export type ConnectedApplication = Type.Static<typeof ConnectedApplication>

export const listConnectedApplications = {
  id: 'listConnectedApplications',
  method: 'GET',
  path: '/applications',
  summary: 'Which applications may act for the advisor, then those that no longer may',
  result: Type.Object({ data: Type.Array(ConnectedApplication) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

const ApplicationAct = Type.Object({
  entryId: id({ description: 'Of the journal.' }),
  dateTime: instant({ description: 'When.' }),
  kind: words({ description: 'What, such as message.accepted or contact.changed.' }),
  phone: Type.Optional(phone({ description: 'Whom it concerned.' })),
  name: Type.Optional(words({ description: 'The contact or group it concerned, as it was called then.' })),
})
export type ApplicationAct = Type.Static<typeof ApplicationAct>

export const listApplicationActs = {
  id: 'listApplicationActs',
  method: 'GET',
  path: '/applications/{applicationId}/acts',
  summary: 'What the application did lately for the advisor, from the journal, the newest first',
  params: application,
  result: Type.Object({
    data: Type.Array(ApplicationAct, { description: `${limits.actsShown} at most.` }),
    since: instant({ description: 'How far back was looked.' }),
  }),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const revokeApplication = {
  id: 'revokeApplication',
  method: 'DELETE',
  path: '/applications/{applicationId}',
  summary: 'Takes back what the advisor allowed: tokens are refused on every process within five seconds',
  params: application,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation
