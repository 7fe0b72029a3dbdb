// A directory of a firm, as a client of SCIM.
import { randomUUID } from 'node:crypto'

export interface ScimAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & {
    readonly id: string
    readonly Resources: readonly Record<string, unknown>[]
  }
}

export async function callScim(
  { origin, token }: { readonly origin: string; readonly token: string },
  method: string,
  path: string,
  body?: object | string,
): Promise<ScimAnswer> {
  const answer = await fetch(`${origin}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? {} : JSON.parse(text)) as ScimAnswer['body'],
  }
}

export const newUserName = (): string => `test.user.${randomUUID()}@contoso.example`
export const filtered = (filter: string): string => `/Users?filter=${encodeURIComponent(filter)}`
export const patchOf = (...Operations: object[]): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

/** As Entra ID creates a user with its default attribute mapping. */
export const entraUser = (name: string) => ({
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: randomUUID(),
  userName: name,
  active: true,
  addresses: null,
  displayName: 'lennay',
  emails: [{ type: 'work', value: name, primary: true }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Adrienne Lennay', familyName: 'Lennay', givenName: 'Adrienne' },
  phoneNumbers: [{ type: 'work', value: '+1 425 555 0100' }],
  preferredLanguage: null,
  title: 'Advisor',
  department: null,
  manager: null,
})
