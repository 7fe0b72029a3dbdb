import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/db/pool.ts'
import { isStale } from '../../../platform/http/is-stale.ts'
import { parseJson } from '../../../platform/http/json.ts'
import { queryProblem } from '../../../platform/http/query-string.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { addUser } from './add-user.ts'
import { changeUser, type UserChange } from './change-user.ts'
import {
  listResponse,
  pageUsersMax,
  serviceProviderConfig,
  userResourceType,
  userSchemaDescription,
} from './describe-service.ts'
import { createDirectoryGuard } from './directory-guard.ts'
import { listUsers } from './list-users.ts'
import { type DirectoryUserRow, userById } from './queries.ts'
import { readActive } from './read-active.ts'
import { readOperations } from './read-operations.ts'
import { filterCharactersMax, readPersonId, readUserFilter } from './read-user-filter.ts'
import { renderScimError, scimType } from './render-scim-error.ts'
import { patchUser, readUser, resourceOf } from './scim-user.ts'
import { UserSchema } from './user-schema.ts'

const base = '/scim/v2'
/** A user of Entra with all attributes is about 4 kB. */
const bodyBytes = 64 * 1024
const startIndexMax = 1_000_000

declare module 'fastify' {
  interface FastifyRequest {
    directoryFirmId: number | undefined
  }
}

interface UserRoute {
  Params: { readonly id: string }
}

/** SCIM 2.0 for the directory of a firm: RFC 7644, Users only. */
export function serveDirectory(
  app: HttpServer,
  { database, config }: { readonly database: Database; readonly config: { readonly publicOrigin: string } },
): void {
  const guard = createDirectoryGuard(database)
  const basePath = `${config.publicOrigin}${base}`
  const shown = (row: DirectoryUserRow): object => resourceOf(row, basePath)

  void app.register(async scope => {
    acceptScim(scope)
    scope.decorateRequest('directoryFirmId', undefined)
    scope.setErrorHandler(renderScimError)
    scope.addHook('onRequest', async (request, reply) => {
      reply.type(scimType)
      refuseLongFilter(request)
      request.directoryFirmId = await guard(request)
      request.identifiedAtMs = performance.now()
    })
    scope.addHook('preValidation', async request => {
      if (isStale(request)) request.directoryFirmId = await guard(request)
    })
    scope.addHook(
      'preSerialization',
      async (_request, _reply, body) => JSON.parse(JSON.stringify(body)) as object,
    )

    scope.get(`${base}/ServiceProviderConfig`, async () => serviceProviderConfig(basePath))
    scope.get(`${base}/ResourceTypes`, async () => listResponse([userResourceType(basePath)]))
    scope.get(`${base}/ResourceTypes/User`, async () => userResourceType(basePath))
    scope.get(`${base}/Schemas`, async () => listResponse([userSchemaDescription(basePath)]))
    scope.get(`${base}/Schemas/${UserSchema.id.replaceAll(':', '::')}`, async () =>
      userSchemaDescription(basePath),
    )

    scope.get(`${base}/Users`, async request => {
      const page = readPage(request.query)
      const filter = readUserFilter(textOf(request.query, 'filter'))
      const { total, users } = await listUsers(database, firmOf(request), filter, page)
      return listResponse(users.map(shown), { total, startIndex: page.startIndex })
    })

    scope.post(`${base}/Users`, async (request, reply) => {
      const added = await addUser(database, callerOf(request), readUser(withPlainActive(request.body)))
      return reply.code(201).header('location', `${basePath}/Users/${added.id}`).send(shown(added))
    })

    scope.get<UserRoute>(`${base}/Users/:id`, async request => {
      const id = readPersonId(request.params.id)
      const [user] = id === undefined ? [] : await userById(database, [firmOf(request), id])
      if (!user) throw new Problem('not_found', 'There is no such user.')
      return shown(user)
    })

    const change = async (request: FastifyRequest<UserRoute>, wanted: UserChange): Promise<object> => {
      const id = readPersonId(request.params.id)
      if (id === undefined) throw new Problem('not_found', 'There is no such user.')
      return shown(await changeUser(database, callerOf(request), id, wanted))
    }

    scope.put<UserRoute>(`${base}/Users/:id`, async request => {
      const body = withPlainActive(request.body)
      if (body['active'] === false) return change(request, { kind: 'leave' })
      const user = readUser(body)
      return change(request, { kind: 'describe', describe: async () => user })
    })

    scope.patch<UserRoute>(`${base}/Users/:id`, async request => {
      const { operations, active } = readOperations(request.body)
      if (active === false) return change(request, { kind: 'leave' })
      return change(request, {
        kind: 'describe',
        describe: row => patchUser(row, operations, basePath),
      })
    })

    scope.delete<UserRoute>(`${base}/Users/:id`, async (request, reply): Promise<FastifyReply> => {
      await change(request, { kind: 'remove' })
      return reply.code(204).removeHeader('content-type').send()
    })
  })
}

function acceptScim(scope: HttpServer): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'buffer', bodyLimit: bodyBytes },
    async (_request: unknown, bytes: Buffer) => (bytes.length === 0 ? undefined : parseJson(bytes)),
  )
}

function firmOf({ directoryFirmId }: FastifyRequest): number {
  if (directoryFirmId === undefined) throw new Error('a handler ran before the guard')
  return directoryFirmId
}

const callerOf = (request: FastifyRequest) => ({ firmId: firmOf(request), traceId: request.id })

/** Checked before the token: nothing long is parsed for a stranger. */
function refuseLongFilter({ query }: FastifyRequest): void {
  const refused = queryProblem(query as object)
  if (refused !== undefined) throw new Problem('invalid_request', `The query string ${refused}.`)
  if ((textOf(query, 'filter')?.length ?? 0) > filterCharactersMax) {
    throw new Problem('invalid_request', `A filter has ${filterCharactersMax} characters at most.`)
  }
}

function textOf(query: unknown, name: string): string | undefined {
  const value = (query as Record<string, unknown>)[name]
  if (value === undefined || typeof value === 'string') return value
  throw new Problem('invalid_request', `Send ${name} once.`)
}

function readPage(query: unknown): { readonly startIndex: number; readonly count: number } {
  const numberOf = (name: string, otherwise: number): number => {
    const text = textOf(query, name)
    if (text === undefined) return otherwise
    if (!/^-?[0-9]{1,9}$/.test(text)) throw new Problem('invalid_request', `${name} is a whole number.`)
    return Number(text)
  }
  // RFC 7644 section 3.4.2.4: a start below 1 counts as 1, a negative count as 0.
  return {
    startIndex: Math.min(Math.max(numberOf('startIndex', 1), 1), startIndexMax),
    count: Math.min(Math.max(numberOf('count', pageUsersMax), 0), pageUsersMax),
  }
}

function withPlainActive(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem('invalid_request', 'The body must be a user.')
  }
  // Names of attributes have no case: RFC 7643 section 2.1.
  const members = Object.entries(body)
  const isActive = ([name]: [string, unknown]): boolean => name.toLowerCase() === 'active'
  const rest = Object.fromEntries(members.filter(member => !isActive(member)))
  const active = members.findLast(isActive)?.[1]
  return active === undefined || active === null ? rest : { ...rest, active: readActive(active) }
}
