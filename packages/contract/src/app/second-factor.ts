import Type from 'typebox'
import { count, instant } from '../fields.ts'
import { type AppOperation, anyAppProblem, appBodyProblem } from './operation.ts'

const path = '/second-factor'

export const getSecondFactor = {
  id: 'getSecondFactor',
  isOfPerson: true,
  method: 'GET',
  path,
  summary: 'The authenticator app of the person who is signed in',
  result: Type.Object({
    isOn: Type.Boolean({ description: 'Whether a password needs a code beside it.' }),
    isRequired: Type.Boolean({ description: 'Whether the firm requires a second factor.' }),
    recoveryCodesLeft: count({ description: 'Recovery codes that were not used yet.' }),
    dateTimeAdded: Type.Optional(instant({ description: 'When it was set up.' })),
  }),
  problems: anyAppProblem,
} as const satisfies AppOperation

const setup = Type.String({ description: 'Encrypted secret.', minLength: 1, maxLength: 500 })

/** As for passkeys, adding and removing require a sign-in within the last ten minutes. Otherwise 403 with `details.signInAgain: true`. */
export const startSecondFactor = {
  id: 'startSecondFactor',
  isOfPerson: true,
  method: 'POST',
  path: `${path}/options`,
  summary:
    'A new secret for an authenticator app. Nothing changes until a code confirms it within 15 minutes',
  result: Type.Object({
    setup,
    key: Type.String({ description: 'Secret in base32, to type into the app.' }),
    qrCode: Type.Object(
      {
        size: count({ description: 'Side in modules, with the margin.' }),
        path: Type.String({ description: 'Dark modules, as the data of an SVG path.' }),
      },
      { description: 'To scan with the app.' },
    ),
  }),
  problems: anyAppProblem,
} as const satisfies AppOperation

export const addSecondFactor = {
  id: 'addSecondFactor',
  isOfPerson: true,
  method: 'POST',
  path,
  summary:
    'Confirms the secret with a code and ends every other session. 400 if the code is wrong, 409 if the secret has expired or an app is set up already',
  body: Type.Object({
    setup,
    code: Type.String({ description: 'Code that the app shows.', minLength: 1, maxLength: 20 }),
  }),
  result: Type.Object({
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Shown once. Each signs in once without the app.',
    }),
  }),
  problems: [...appBodyProblem, 'conflict'],
} as const satisfies AppOperation

export const removeSecondFactor = {
  id: 'removeSecondFactor',
  isOfPerson: true,
  method: 'DELETE',
  path,
  summary:
    'Removes the authenticator app and its recovery codes. 409 if the firm requires a second factor and there is no other',
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation
