import {
  type AppOperation,
  type AppOperationId,
  appBase,
  type Operation,
  sharedOperations,
} from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { AccountSession, AppSession } from '../caller/app-session.ts'
import type { ApplicationCaller, Caller, UsageLeft } from '../caller/caller.ts'
import { fingerprint } from '../idempotency/fingerprint.ts'
import { type Idempotency, withoutIdempotency } from '../idempotency/idempotency.ts'
import { nothingHere } from '../problem/nothing-here.ts'
import { Problem } from '../problem/problem.ts'
import {
  bodyValidator,
  textValidator,
  withoutLines,
  withoutNames,
  withoutRequired,
} from '../problem/validation.ts'
import { identifyCaller } from './guard.ts'
import { isStale } from './is-stale.ts'
import { queryProblem } from './query-string.ts'
import { refuseOddKeys, refuseOtherVersions } from './refuse-headers.ts'
import type { HttpServer } from './server.ts'
import { traceParent } from './trace.ts'

type Part<O, Key extends string> =
  O extends Record<Key, infer Schema extends TSchema> ? Static<Schema> : undefined

export interface Input<O> {
  readonly caller: Caller
  /** Undefined in the advisor app, which has no usage plan. */
  readonly usage: UsageLeft | undefined
  readonly traceId: string
  /** W3C traceparent of the request's span; null if it is not traced. */
  readonly traceParent: string | null
  readonly params: Part<O, 'params'>
  readonly query: Part<O, 'query'>
  readonly body: Part<O, 'body'>
  /** For runOnce, which wraps every POST. */
  readonly idempotency: Idempotency
}

export type Handler<O> = (input: Input<O>) => Promise<Part<O, 'result'>>

/** Additional input of app operations. */
interface AppInput<O> extends Input<O> {
  readonly session: AccountSession
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type AppHandler<O> = (input: AppInput<O>) => Promise<Part<O, 'result'>>

/** Input of operations on the person who is signed in, or on their firm. There is no advisor, and so no caller. */
interface PersonInput<O>
  extends Omit<AppInput<O>, 'caller' | 'usage' | 'session' | 'idempotency' | 'traceParent'> {
  readonly session: AppSession
}

type PersonHandler<O> = (input: PersonInput<O>) => Promise<Part<O, 'result'>>

/** Operations that have a row in the table of permissions. */
type Permitted = { readonly id: AppOperationId }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's record, on every route that has one. */
    readonly operation?: Operation | AppOperation
  }
  interface FastifyRequest {
    caller: Caller | ApplicationCaller | undefined
    usage: UsageLeft | undefined
    session: AppSession | AccountSession | undefined
    idempotency: Idempotency | undefined
  }
}

/**
 * Binds an operation of the contract: scope, validation, serialisation and problems come from its record. An operation that the
 * advisor app shares is bound for both, so that they cannot diverge.
 */
export function route<const O extends Operation>(app: HttpServer, operation: O, handler: Handler<O>): void {
  bind(app, operation, {
    base: '/v1',
    ...entryToApi(app, operation),
    answer: request => handler(inputOf<O>(operation, request)),
  })
  const { id } = operation
  if (!isShared(id)) return
  bind(app, operation, {
    base: appBase,
    identify: (request, reply) => identifyAccount(app, id, request, reply),
    answer: request => handler(inputOf<O>(operation, request)),
  })
}

/** Input of an operation that applications may call by themselves, and that may write its response itself. */
export interface OpenInput<O> extends Omit<Input<O>, 'caller'> {
  readonly caller: Caller | ApplicationCaller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Binds an operation that takes both kinds of tokens. The handler sends the response. */
export function openRoute<const O extends Operation>(
  app: HttpServer,
  operation: O,
  handler: (input: OpenInput<O>) => Promise<FastifyReply>,
): void {
  bind(app, operation, {
    base: '/v1',
    ...entryToApi(app, operation),
    answer: (request, reply) => {
      const { caller, usage, id: traceId } = request
      if (!caller) throw new Error('a handler ran before the guard')
      const idempotency = idempotencyOf(operation, caller, request)
      request.idempotency = idempotency
      return handler({
        idempotency,
        caller,
        usage,
        traceId,
        traceParent: traceParent(),
        ...partsOf<O>(request),
        request,
        reply,
      })
    },
  })
}

const entryToApi = (app: HttpServer, operation: Operation): Pick<Binding, 'identify' | 'admit'> => ({
  identify: async request => {
    request.caller = await identifyCaller(app.guard, operation, request)
  },
  admit: async (request, reply) => {
    if (!request.caller) throw new Error('a caller was admitted before they were identified')
    request.usage = await app.guard.admit(request.caller, reply)
    refuseOtherVersions(request.headers['api-version'])
  },
})

const isShared = (id: string): id is keyof typeof sharedOperations => Object.hasOwn(sharedOperations, id)

/** Binds an operation on an advisor's account that only the advisor app has. */
export function appRoute<
  const O extends AppOperation & Permitted & { readonly isOfPerson?: never; readonly isOfFirm?: never },
>(app: HttpServer, operation: O, handler: AppHandler<O>): void {
  bind(app, operation, {
    base: appBase,
    identify: (request, reply) => identifyAccount(app, operation.id, request, reply),
    answer: (request, reply) => {
      const { session } = request
      if (!session || !('advisorId' in session)) throw new Error('a handler ran before the guard')
      return handler({ ...inputOf<O>(operation, request), session, request, reply })
    },
  })
}

/** Binds an operation on the person who is signed in. */
export function personRoute<const O extends AppOperation & Permitted & { readonly isOfPerson: true }>(
  app: HttpServer,
  operation: O,
  handler: PersonHandler<O>,
): void {
  bindForPerson(app, operation, handler)
}

/** Binds an operation on the firm of the person who is signed in. */
export function firmRoute<const O extends AppOperation & Permitted & { readonly isOfFirm: true }>(
  app: HttpServer,
  operation: O,
  handler: PersonHandler<O>,
): void {
  bindForPerson(app, operation, handler)
}

function bindForPerson<const O extends AppOperation & Permitted>(
  app: HttpServer,
  operation: O,
  handler: PersonHandler<O>,
): void {
  bind(app, operation, {
    base: appBase,
    identify: async (request, reply) => {
      reply.header('cross-origin-resource-policy', 'same-origin')
      request.session = await app.sessionGuard.identifyPerson(request, operation.id)
    },
    answer: (request, reply) => {
      const { session, id: traceId } = request
      if (!session) throw new Error('a handler ran before the guard')
      return handler({ session, traceId, ...partsOf<O>(request), request, reply })
    },
  })
}

async function identifyAccount(
  app: HttpServer,
  operation: AppOperationId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // No other site may load it, not even without reading it.
  reply.header('cross-origin-resource-policy', 'same-origin')
  const session = await app.sessionGuard.identifyAccount(request, operation)
  const { advisorId, personId, role } = session
  request.session = session
  request.caller = { advisorId, applicationId: null, personId, role, scopes: new Set() }
}

interface Binding {
  readonly base: string
  /** Authenticates and authorizes the caller, or throws. A second time if the body takes long. */
  readonly identify: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Counts the request, once. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

function bind(
  app: HttpServer,
  operation: Operation | AppOperation,
  { base, identify, admit, answer }: Binding,
): void {
  const part = (schema: TSchema | undefined): object | undefined => schema && (withoutNames(schema) as object)
  const params = part(operation.params)
  const querystring = part(operation.query)
  const body = withoutLines(part(operation.body)) as object | undefined
  const isBodyOptional = 'isBodyOptional' in operation && operation.isBodyOptional
  const result = part(operation.result)
  // The operation may have gained fields since the response was stored.
  const stored = result && (withoutRequired(result) as Record<string, unknown>)

  app.route({
    method: operation.method,
    url: `${base}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { operation },
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(body && { body }),
      ...(result && { response: { 200: result } }),
    },
    validatorCompiler: ({ schema, httpPart }) =>
      httpPart === 'body' ? bodyValidator(schema as object) : textValidator(schema as object),
    onRequest: async (request, reply) => {
      // The router matches an empty id, and an id that a client forgot must not look like the whole list.
      if (Object.values(request.params as object).includes('')) throw nothingHere()
      if (!body && !takesFile(operation)) ignoreBody(request)
      if (isBodyOptional && !hasBody(request)) ignoreBody(request)
      await identify(request, reply)
      request.identifiedAtMs = performance.now()
      await admit?.(request, reply)
    },
    preValidation: async (request, reply) => {
      if (isBodyOptional && request.body === undefined) request.body = {}
      if (isStale(request)) await identifyAgain(identify, request, reply)
      const refused = queryProblem(request.query as object)
      if (refused !== undefined) throw new Problem('invalid_request', `The query string ${refused}.`)
      if (operation.method === 'POST') refuseOddKeys(request.headers['idempotency-key'])
    },
    handler: async (request, reply) => {
      const answered = await answer(request, reply)
      if (request.idempotency?.replayed) {
        reply.header('idempotency-replayed', 'true')
        if (stored) reply.type(json).serializer(reply.compileSerializationSchema(stored))
      }
      if ('download' in operation || answered === reply) return reply
      return operation.result ? answered : sendNothing(reply)
    },
  })
}

/** Who names no account gets the only one they have. If it is another one by now, the request is not for that. */
async function identifyAgain(
  identify: Binding['identify'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const before = request.caller?.advisorId
  await identify(request, reply)
  if (request.caller?.advisorId !== before) {
    throw new Problem('forbidden', 'The account that this request was for is no longer open to you.')
  }
}

/** What Fastify sets without a serializer of our own. */
const json = 'application/json; charset=utf-8'

const takesFile = (operation: Operation | AppOperation): boolean =>
  'file' in operation && operation.file !== undefined

function inputOf<O>(operation: Operation | AppOperation, request: FastifyRequest): Input<O> {
  const { caller } = request
  if (!caller || caller.advisorId === null) throw new Error('a handler ran before the guard')
  const idempotency = idempotencyOf(operation, caller, request)
  request.idempotency = idempotency
  return {
    caller,
    usage: request.usage,
    traceId: request.id,
    traceParent: traceParent(),
    ...partsOf<O>(request),
    idempotency,
  }
}

const partsOf = <O>({
  params,
  query,
  body,
}: FastifyRequest): Pick<Input<O>, 'params' | 'query' | 'body'> => ({
  params: params as Part<O, 'params'>,
  query: query as Part<O, 'query'>,
  body: body as Part<O, 'body'>,
})

function idempotencyOf(
  operation: Operation | AppOperation,
  { advisorId, applicationId }: Caller | ApplicationCaller,
  request: FastifyRequest,
): Idempotency {
  const key = operation.method === 'POST' ? request.headers['idempotency-key'] : undefined
  if (typeof key !== 'string') return withoutIdempotency
  const { params, body } = request
  return {
    key: {
      advisorId: advisorId ?? noAdvisor,
      applicationId: applicationId ?? ownApp,
      operation: operation.id,
      key,
      fingerprint: fingerprint({ params, body }),
    },
    replayed: false,
  }
}

/** No application has this id, so the advisor app's keys are separate from those of all applications. */
const ownApp = 0
/** Of an application by itself. */
const noAdvisor = 0

/**
 * Some clients send a body, or its media type, with a DELETE. If the operation takes none, it is not read and so cannot be too
 * large or of the wrong type: without these headers Fastify sees no body, and Node drops the bytes.
 */
function ignoreBody({ raw }: FastifyRequest): void {
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete raw.headers[name]
}

const hasBody = ({ raw: { headers } }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || !['0', undefined].includes(headers['content-length'])

const sendNothing = (reply: FastifyReply): FastifyReply => reply.code(204).send()
