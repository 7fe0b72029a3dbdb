import Type from 'typebox'
import { type AppOperation, anyAppProblem, appBodyProblem } from './app-operation.ts'
import { instant, words } from './fields.ts'

export const updateProfile = {
  id: 'updateProfile',
  method: 'PUT',
  path: '/profile',
  summary: 'Replaces what is given. The e-mail address is changed by the operator',
  body: Type.Object({
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    timeZone: Type.Optional(Type.String({ description: 'IANA time zone.', minLength: 1, maxLength: 64 })),
  }),
  problems: appBodyProblem,
} as const satisfies AppOperation

const password = (description: string) => Type.String({ description, minLength: 1, maxLength: 1_024 })

export const changePassword = {
  id: 'changePassword',
  method: 'PUT',
  path: '/password',
  summary:
    'Sets a new password and ends every other session. 400 where the current one is not right, 429 after too many tries',
  body: Type.Object({
    currentPassword: Type.Optional(password('Needed by whoever has one.')),
    newPassword: password('The new one.'),
  }),
  problems: appBodyProblem,
} as const satisfies AppOperation

const passkeyId = Type.String({ description: 'Passkey id.', pattern: '^[0-9a-f]{64}$' })

const Passkey = Type.Object({
  passkeyId,
  name: words({ description: 'What the advisor calls it.' }),
  dateTimeAdded: instant({ description: 'When.' }),
  dateTimeUsed: Type.Optional(instant({ description: 'When it was last used.' })),
})
export type Passkey = Type.Static<typeof Passkey>

export const listPasskeys = {
  id: 'listPasskeys',
  method: 'GET',
  path: '/passkeys',
  summary: 'The passkeys of the advisor, the oldest first',
  result: Type.Object({ data: Type.Array(Passkey) }),
  problems: anyAppProblem,
} as const satisfies AppOperation

/**
 * Whoever adds or removes a passkey must have signed in within the last ten minutes: a session left open must not become a
 * way in for good. Otherwise 403 with `details.signInAgain: true`, and /app/sign-in?again=1 is the way.
 */
export const startPasskey = {
  id: 'startPasskey',
  method: 'POST',
  path: '/passkeys/options',
  summary: 'What the browser needs to make a passkey: PublicKeyCredentialCreationOptionsJSON',
  result: Type.Object({ options: Type.Unsafe<object>({ type: 'object', additionalProperties: true }) }),
  problems: [...anyAppProblem, 'conflict'],
} as const satisfies AppOperation

const encoded = Type.String({ description: 'In base64url.', minLength: 1, maxLength: 20_000 })

/** RegistrationResponseJSON, as PublicKeyCredential.toJSON() gives it; what is not named here is not needed. */
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
  method: 'POST',
  path: '/passkeys',
  summary: 'Adds the passkey that the browser made',
  body: Type.Object({
    name: Type.String({ description: 'What to call it.', pattern: '\\S', maxLength: 100 }),
    credential: Credential,
  }),
  result: Type.Object({ passkeyId }),
  problems: [...appBodyProblem, 'conflict'],
} as const satisfies AppOperation

export const removePasskey = {
  id: 'removePasskey',
  method: 'DELETE',
  path: '/passkeys/{passkeyId}',
  summary: 'Removes a passkey. 409 for the last way to sign in',
  params: Type.Object({ passkeyId }),
  problems: [...anyAppProblem, 'not_found', 'conflict'],
} as const satisfies AppOperation
