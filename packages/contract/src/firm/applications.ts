import Type from 'typebox'
import { type AppOperation, anyAppProblem } from '../app/operation.ts'
import { count, id, instant, words } from '../fields.ts'
import { limits } from '../limits.ts'

const applicationId = id({ description: 'Application id.' })
const advisorId = id({ description: 'Advisor id.' })
const application = Type.Object({ applicationId })

const FirmApplication = Type.Object({
  applicationId,
  name: words({ description: 'Name.' }),
  firmScopes: Type.Array(
    Type.Object({
      scope: words({ description: 'Scope.' }),
      words: words({ description: 'What it allows.' }),
    }),
    {
      description: 'What the firm allows for all its advisors. Empty: it is allowed by single advisors only.',
    },
  ),
  dateTimeAllowedByFirm: Type.Optional(instant({ description: 'When the firm allowed it.' })),
  advisors: count({ description: 'Advisors of the firm with a grant of their own that is in force.' }),
  isActive: Type.Boolean({ description: 'False: the operator has disabled it.' }),
})
export type FirmApplication = Type.Static<typeof FirmApplication>

export const listFirmApplications = {
  id: 'listFirmApplications',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/applications',
  summary: 'Applications that the firm or one of its advisors allows, by name',
  result: Type.Object({ data: Type.Array(FirmApplication) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

const FirmApplicationDetail = Type.Object({
  ...FirmApplication.properties,
  use: Type.Array(
    Type.Object({
      advisorId,
      name: words({ description: 'Name of the advisor.' }),
      isAllowedByAdvisor: Type.Boolean({ description: 'By a grant of their own that is in force.' }),
    }),
    {
      description: `Advisors for whom it may act, ${limits.usesShown} at most, those with a grant of their own first.`,
    },
  ),
})
export type FirmApplicationDetail = Type.Static<typeof FirmApplicationDetail>

export const showFirmApplication = {
  id: 'showFirmApplication',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/applications/{applicationId}',
  summary: 'An application, and for whom it may act',
  params: application,
  result: FirmApplicationDetail,
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const listFirmApplicationActs = {
  id: 'listFirmApplicationActs',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/applications/{applicationId}/advisors/{advisorId}/acts',
  summary:
    'What an application recently did for an advisor of the firm, newest first, without clients or texts',
  params: Type.Object({ applicationId, advisorId }),
  result: Type.Object({
    data: Type.Array(
      Type.Object({
        entryId: id({ description: 'Journal entry id.' }),
        dateTime: instant({ description: 'When it happened.' }),
        kind: words({ description: 'Kind of entry, such as message.accepted.' }),
      }),
      { description: `${limits.actsShown} at most.` },
    ),
    since: instant({ description: 'Start of the period covered.' }),
  }),
  problems: [...anyAppProblem, 'not_found'],
} as const satisfies AppOperation

export const endFirmApplication = {
  id: 'endFirmApplication',
  isOfFirm: true,
  method: 'DELETE',
  path: '/firm/applications/{applicationId}',
  summary: 'Ends the firm’s authorization of an application. Grants of single advisors stay',
  params: application,
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation
