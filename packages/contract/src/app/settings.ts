import Type from 'typebox'
import { instant, words } from '../fields.ts'
import { type AppOperation, anyAppProblem, appBodyProblem } from './operation.ts'

export const updateProfile = {
  id: 'updateProfile',
  method: 'PUT',
  path: '/profile',
  summary: 'Replaces the fields that are present. Only the operator can change the e-mail address',
  body: Type.Object({
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    timeZone: Type.Optional(Type.String({ description: 'IANA time zone.', minLength: 1, maxLength: 64 })),
  }),
  problems: appBodyProblem,
} as const satisfies AppOperation

const password = (description: string) => Type.String({ description, minLength: 1, maxLength: 1_024 })

export const changePassword = {
  id: 'changePassword',
  isOfPerson: true,
  method: 'PUT',
  path: '/password',
  summary:
    'Sets a new password and ends every other session. 400 if the current password is wrong, 429 after too many attempts',
  body: Type.Object({
    currentPassword: Type.Optional(password('Required if there is a password.')),
    newPassword: password('New password.'),
  }),
  problems: appBodyProblem,
} as const satisfies AppOperation

const passkeyId = Type.String({ description: 'Passkey id.', pattern: '^[0-9a-f]{64}$' })

const Passkey = Type.Object({
  passkeyId,
  name: words({ description: 'Name that its owner gave it.' }),
  dateTimeAdded: instant({ description: 'When it was added.' }),
  dateTimeUsed: Type.Optional(instant({ description: 'When it was last used.' })),
})
export type Passkey = Type.Static<typeof Passkey>

export const listPasskeys = {
  id: 'listPasskeys',
  isOfPerson: true,
  method: 'GET',
  path: '/passkeys',
  summary: 'Passkeys of the person who is signed in, oldest first',
  result: Type.Object({ data: Type.Array(Passkey) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

/**
 * Adding or removing a passkey requires a sign-in within the last ten minutes, so that a session left open cannot become
 * permanent access. Otherwise 403 with `details.signInAgain: true`; go to /app/sign-in?again=1.
 */
export const startPasskey = {
  id: 'startPasskey',
  isOfPerson: true,
  method: 'POST',
  path: '/passkeys/options',
  summary: 'Options for the browser to create a passkey: PublicKeyCredentialCreationOptionsJSON',
  result: Type.Object({ options: Type.Unsafe<object>({ type: 'object', additionalProperties: true }) }),
  problems: [...anyAppProblem, 'conflict'],
} as const satisfies AppOperation

const encoded = Type.String({ description: 'In base64url.', minLength: 1, maxLength: 20_000 })

/** RegistrationResponseJSON, as returned by PublicKeyCredential.toJSON(), without the fields that are not needed. */
const Credential = Type.Object({
  id: encoded,
  rawId: encoded,
  type: Type.Enum(['public-key'], { type: 'string' }),
  authenticatorAttachment: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 100 }),
  ),
  clientExtensionResults: Type.Object({}),
  response: Type.Object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
  }),
})

export const addPasskey = {
  id: 'addPasskey',
  isOfPerson: true,
  method: 'POST',
  path: '/passkeys',
  summary: 'Adds the passkey that the browser created',
  body: Type.Object({
    name: Type.String({ description: 'Name of the passkey.', pattern: '\\S', maxLength: 100 }),
    credential: Credential,
  }),
  result: Type.Object({ passkeyId }),
  problems: [...appBodyProblem, 'conflict'],
} as const satisfies AppOperation

export const removePasskey = {
  id: 'removePasskey',
  isOfPerson: true,
  method: 'DELETE',
  path: '/passkeys/{passkeyId}',
  summary: 'Removes a passkey. 409 if it is the last way to sign in',
  params: Type.Object({ passkeyId }),
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation
