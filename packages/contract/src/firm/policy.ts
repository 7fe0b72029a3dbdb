import Type from 'typebox'
import { type AppOperation, anyAppProblem, appBodyProblem } from '../app/operation.ts'
import { count, instant, nullable, words } from '../fields.ts'

const text = (description: string) => Type.String({ description, maxLength: 5_000 })

const settings = {
  isConsentRequired: Type.Boolean({ description: 'Whether a client must have agreed before a text.' }),
  consentRequestText: nullable(text('Asks for consent. Null: the firm asks nobody.')),
  helpText: text('Answers HELP.'),
  stopConfirmationText: text('Confirms STOP.'),
  optInConfirmationText: text('Confirms YES.'),
  askAgainAfterHours: count({ description: 'Hours until somebody who did not answer may be asked again.' }),
  askAgainAfterNoDays: count({ description: 'Days until somebody who declined may be asked again.' }),
  declinesMost: count({ description: 'After as many refusals nobody asks again.' }),
}
const Settings = Type.Object(settings)
export type FirmPolicySettings = Type.Static<typeof Settings>

const PolicyVersion = Type.Object({
  version: count({ description: 'Counted from 1.' }),
  ...settings,
  decidedBy: words({ description: 'Who decided it.' }),
  dateTimeDecided: instant({ description: 'When.' }),
})
export type FirmPolicyVersion = Type.Static<typeof PolicyVersion>

const TextCheck = Type.Object({
  field: Type.Enum(['consentRequestText', 'helpText', 'stopConfirmationText', 'optInConfirmationText'], {
    type: 'string',
  }),
  rendered: Type.String({ description: 'As a client of the sample advisor reads it.' }),
  mistakes: Type.Array(Type.String(), { description: 'A text with any of these is not stored.' }),
  warnings: Type.Array(Type.String(), {
    description: 'Guidelines of carriers that the law does not require.',
  }),
})
export type FirmPolicyTextCheck = Type.Static<typeof TextCheck>

const PolicyCheck = Type.Object({
  texts: Type.Array(TextCheck),
  warnings: Type.Array(Type.String(), { description: 'About the policy as a whole.' }),
})
export type FirmPolicyCheck = Type.Static<typeof PolicyCheck>

export const getFirmPolicy = {
  id: 'getFirmPolicy',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/policy',
  summary: 'The texting policy in force, what the lints say about it, and every version, newest first',
  result: Type.Object({
    version: count({ description: '0: the firm has decided nothing, and these are the defaults.' }),
    settings: Settings,
    check: PolicyCheck,
    versions: Type.Array(PolicyVersion),
  }),
  problems: anyAppProblem,
} as const satisfies AppOperation

export const checkFirmPolicy = {
  id: 'checkFirmPolicy',
  isOfFirm: true,
  method: 'POST',
  path: '/firm/policy/check',
  summary: 'Shows each text as a client would read it, with every lint. Stores nothing',
  body: Settings,
  result: PolicyCheck,
  problems: appBodyProblem,
} as const satisfies AppOperation

export const changeFirmPolicy = {
  id: 'changeFirmPolicy',
  isOfFirm: true,
  method: 'PUT',
  path: '/firm/policy',
  summary: 'Decides a new version of the texting policy. 409 if another version was decided in the meantime',
  body: Type.Object({
    ...settings,
    basedOn: count({ description: 'Version that the change was made from.' }),
  }),
  result: Type.Object({ version: count({ description: 'Version now in force.' }) }),
  problems: [...appBodyProblem, 'conflict'],
} as const satisfies AppOperation
