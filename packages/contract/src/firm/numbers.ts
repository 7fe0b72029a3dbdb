import Type from 'typebox'
import { type AppOperation, anyAppProblem, appBodyProblem } from '../app/operation.ts'
import { id, instant, phone, words } from '../fields.ts'

const number = phone({ description: 'Texting number.' })

const FirmNumber = Type.Object({
  number,
  advisor: Type.Object({
    advisorId: id({ description: 'Advisor id.' }),
    name: words({ description: 'Name of the advisor.' }),
    isActive: Type.Boolean({ description: 'False: the advisor is disabled, and texts wait.' }),
  }),
  isActive: Type.Boolean({ description: 'Texts are sent only from an active number.' }),
  dateTimeAdded: instant({ description: 'Since when the advisor has it.' }),
})
export type FirmNumber = Type.Static<typeof FirmNumber>

export const listFirmNumbers = {
  id: 'listFirmNumbers',
  isOfFirm: true,
  method: 'GET',
  path: '/firm/numbers',
  summary: 'Texting numbers of the firm’s advisors, active ones first',
  result: Type.Object({ data: Type.Array(FirmNumber) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

export const changeFirmNumber = {
  id: 'changeFirmNumber',
  isOfFirm: true,
  method: 'PUT',
  path: '/firm/numbers/{number}',
  summary: 'Stops texts from a number or lets them leave again',
  params: Type.Object({ number }),
  body: Type.Object({ isActive: Type.Boolean({ description: 'False: nothing is sent from it.' }) }),
  problems: [...appBodyProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation
