import { Messages, Types } from 'scimmy'
import { Problem } from '../../../platform/problem/problem.ts'
import type { DirectoryUserRow } from './queries.ts'
import { UserSchema } from './user-schema.ts'

/** A person as the directory describes them. */
export interface DirectoryUser {
  readonly userName: string
  readonly externalId: string | null
  readonly displayName: string | null
  readonly formattedName: string | null
  readonly givenName: string | null
  readonly familyName: string | null
  readonly email: string
  /** As the app shows them. */
  readonly name: string
  /** Undefined: as before. */
  readonly active: boolean | undefined
}

interface Resource {
  readonly userName?: string
  readonly externalId?: string
  readonly displayName?: string
  readonly active?: boolean
  readonly name?: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string }
  readonly emails?: readonly { readonly value?: string; readonly type?: string; readonly primary?: boolean }[]
}

const charactersMax = 254

/** The user as RFC 7643 writes it. */
export const resourceOf = (row: DirectoryUserRow, basePath: string): UserSchema =>
  new UserSchema(
    {
      id: String(row.id),
      userName: row.userName,
      ...(row.externalId !== null && { externalId: row.externalId }),
      ...(row.displayName !== null && { displayName: row.displayName }),
      ...((row.formattedName ?? row.givenName ?? row.familyName) !== null && {
        name: {
          ...(row.formattedName !== null && { formatted: row.formattedName }),
          ...(row.givenName !== null && { givenName: row.givenName }),
          ...(row.familyName !== null && { familyName: row.familyName }),
        },
      }),
      active: row.active,
      emails: [{ value: row.email, type: 'work', primary: true }],
      meta: { created: row.createdAt, lastModified: row.changedAt },
    },
    'out',
    `${basePath}/Users`,
  )

/** Reads a user as a directory sends it. What we do not keep is dropped. */
export function readUser(body: unknown): DirectoryUser {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem('invalid_request', 'The body must be a user.')
  }
  const resource = refuseByScimmy(() => new UserSchema(withoutUnknownSchemas(body), 'in'))
  return describeUser(resource)
}

/** Applies operations that readOperations() has checked. */
export async function patchUser(
  row: DirectoryUserRow,
  operations: readonly object[],
  basePath: string,
): Promise<DirectoryUser> {
  const { PatchOp } = Messages
  const request = { schemas: [PatchOp.id], Operations: [...operations] }
  const before = new UserSchema(JSON.parse(JSON.stringify(resourceOf(row, basePath))) as object)
  const patch = refuseByScimmy(() => new PatchOp(request as ConstructorParameters<typeof PatchOp>[0]))
  const after = await patch.apply(before).catch(asRefusal)
  return describeUser(after ?? before)
}

/** What scimmy refuses is the directory's mistake. It throws type errors for values of the wrong type. */
function asRefusal(error: unknown): never {
  if (error instanceof Types.Error || error instanceof TypeError) {
    throw new Problem('invalid_request', error.message, { cause: error })
  }
  throw error
}

function refuseByScimmy<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    return asRefusal(error)
  }
}

/** Extensions such as the enterprise user are not ours, and none of their values is kept. */
function withoutUnknownSchemas(body: object): object {
  const { schemas, ...rest } = body as { schemas?: unknown }
  return Array.isArray(schemas) && !schemas.includes(UserSchema.id) ? body : rest
}

function describeUser(resource: Resource): DirectoryUser {
  const { userName = '', displayName, name, active } = resource
  const emails = (resource.emails ?? []).filter(({ value }) => value !== undefined && value !== '')
  const email = (emails.find(({ primary }) => primary) ?? emails[0])?.value ?? userName
  const parts = [name?.givenName, name?.familyName].filter(part => part !== undefined && part !== '')
  const shown = [displayName, name?.formatted, parts.join(' '), userName].find(
    candidate => candidate !== undefined && candidate.trim() !== '',
  )
  const user = {
    userName,
    externalId: resource.externalId || null,
    displayName: displayName || null,
    formattedName: name?.formatted || null,
    givenName: name?.givenName || null,
    familyName: name?.familyName || null,
    email,
    name: (shown ?? '').trim(),
    active,
  }
  for (const value of Object.values(user)) {
    if (typeof value === 'string' && value.length > charactersMax) {
      throw new Problem('invalid_request', `A value has more than ${charactersMax} characters.`)
    }
  }
  if (userName === '') throw new Problem('invalid_request', 'A user needs a userName.')
  return user
}
