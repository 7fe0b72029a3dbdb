import Type from 'typebox'
import { id, instant, phone, words } from '../fields.ts'
import { limits } from '../limits.ts'
import { type AppOperation, anyAppProblem } from './operation.ts'

const applicationId = id({ description: 'Application id.' })
const application = Type.Object({ applicationId })

const ConnectedApplication = Type.Object({
  applicationId,
  name: words({ description: 'Name.' }),
  scopes: Type.Array(
    Type.Object({
      scope: words({ description: 'Scope.' }),
      words: words({ description: 'What it allows.' }),
      isAllowedByFirm: Type.Boolean({ description: 'The firm allows it.' }),
      isAllowedByAdvisor: Type.Boolean({ description: 'An active grant from the advisor allows it.' }),
      dateTimeEnds: Type.Optional(
        instant({ description: 'When the advisor’s grant expires. Absent if the firm allows it.' }),
      ),
    }),
    { description: 'Current permissions.' },
  ),
  mayActAlone: Type.Boolean({
    description: 'Within these scopes, it may text with client credentials while the advisor is away.',
  }),
  dateTimeAllowed: instant({ description: 'When it was first allowed.' }),
  isAllowedByFirm: Type.Boolean({
    description: 'The firm has allowed it for all its advisors. Only the operator can revoke that.',
  }),
  isAllowedByAdvisor: Type.Boolean({ description: 'The advisor has allowed it and can revoke it.' }),
  dateTimeRevoked: Type.Optional(
    instant({ description: 'When access was revoked or expired. Absent while it has access.' }),
  ),
})
export type ConnectedApplication = Type.Static<typeof ConnectedApplication>

export const listConnectedApplications = {
  id: 'listConnectedApplications',
  method: 'GET',
  path: '/applications',
  summary: 'Applications that may act for the advisor, then those that no longer may',
  result: Type.Object({ data: Type.Array(ConnectedApplication) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

const ApplicationAct = Type.Object({
  entryId: id({ description: 'Journal entry id.' }),
  dateTime: instant({ description: 'When it happened.' }),
  kind: words({ description: 'Kind of entry, such as message.accepted or contact.changed.' }),
  phone: Type.Optional(phone({ description: 'Phone number concerned.' })),
  name: Type.Optional(words({ description: 'Name of the contact or group at that time.' })),
})
export type ApplicationAct = Type.Static<typeof ApplicationAct>

export const listApplicationActs = {
  id: 'listApplicationActs',
  method: 'GET',
  path: '/applications/{applicationId}/acts',
  summary: 'What the application recently did for the advisor, from the journal, newest first',
  params: application,
  result: Type.Object({
    data: Type.Array(ApplicationAct, { description: `${limits.actsShown} at most.` }),
    since: instant({ description: 'Start of the period covered.' }),
  }),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

const ApplicationDisclosure = Type.Object({
  applicationId,
  webhooks: Type.Array(
    Type.Object({
      host: words({ description: 'Host that events about the advisor are posted to.' }),
      types: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Types, or families such as message.*. Absent: all that its scopes allow.',
        }),
      ),
      dateTimeSince: instant({ description: 'Since when.' }),
    }),
    { description: 'Empty: it is not told by webhook.' },
  ),
  dateTimeConversationsRead: Type.Optional(
    instant({ description: 'When it last read conversations. Absent: not since the start of the period.' }),
  ),
})
export type ApplicationDisclosure = Type.Static<typeof ApplicationDisclosure>

export const listApplicationDisclosures = {
  id: 'listApplicationDisclosures',
  method: 'GET',
  path: '/applications/disclosures',
  summary: 'What connected applications are told by webhook, and when they last read conversations',
  result: Type.Object({
    data: Type.Array(ApplicationDisclosure),
    since: instant({ description: 'Start of the period searched for readings.' }),
  }),
  problems: anyAppProblem,
} as const satisfies AppOperation

export const revokeApplication = {
  id: 'revokeApplication',
  method: 'DELETE',
  path: '/applications/{applicationId}',
  summary: 'Revokes the advisor’s grants: every process rejects the tokens within five seconds',
  params: application,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation
