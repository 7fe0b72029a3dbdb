import { limits, type Operation } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type Caller, passGuard } from './guard.ts'
import { fingerprint } from './once/fingerprint.ts'
import { notRepeated, type Once } from './once/once.ts'
import { Problem } from './problem.ts'
import { queryProblem } from './query-string.ts'
import type { HttpServer } from './server.ts'
import {
  bodyValidator,
  refuseFarPages,
  refuseUnusualIntegers,
  textValidator,
  withoutNames,
} from './validation.ts'

type Part<O, Key extends string> =
  O extends Record<Key, infer Schema extends TSchema> ? Static<Schema> : undefined

export interface Input<O extends Operation> {
  readonly caller: Caller
  readonly traceId: string
  readonly params: Part<O, 'params'>
  readonly query: Part<O, 'query'>
  readonly body: Part<O, 'body'>
  /** For runOnce, which every POST puts around what it does. */
  readonly once: Once
}

export type Handler<O extends Operation> = (input: Input<O>) => Promise<Part<O, 'result'>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's record, on every route that has one. */
    readonly operation?: Operation
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/** Binds an operation of the contract: scope, validation, serialisation and problems come from its record. */
export function route<const O extends Operation>(app: HttpServer, operation: O, handler: Handler<O>): void {
  const part = (schema: TSchema | undefined): object | undefined => schema && (withoutNames(schema) as object)
  const params = part(operation.params)
  const querystring = part(operation.query)
  const body = part(operation.body)
  const result = part(operation.result)

  app.route({
    method: operation.method,
    url: `/v1${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
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
      if (!body) ignoreBody(request)
      request.caller = await passGuard(app.guard, operation.scope, request, reply)
      refuseOtherVersions(request.headers['api-version'])
    },
    preValidation: async request => {
      const refused = queryProblem(request.query as object)
      if (refused !== undefined) throw new Problem('invalid_request', `The query string ${refused}.`)
      if (operation.method === 'POST') refuseOddKeys(request.headers['idempotency-key'])
    },
    handler: async (request, reply) => {
      refuseFarPages(operation, request.query)
      if (body) refuseUnusualIntegers(body, request.unusualIntegers)
      const input = inputOf<O>(operation, request)
      const answer = await handler(input)
      if (input.once.replayed) reply.header('idempotency-replayed', 'true')
      return operation.result ? answer : sendNothing(reply)
    },
  })
}

function inputOf<O extends Operation>(operation: O, request: FastifyRequest): Input<O> {
  const { caller } = request
  if (!caller) throw new Error('a handler ran before the guard')
  return {
    caller,
    traceId: request.id,
    params: request.params as Part<O, 'params'>,
    query: request.query as Part<O, 'query'>,
    body: request.body as Part<O, 'body'>,
    once: onceOf(operation, caller, request),
  }
}

function onceOf(operation: Operation, { advisorId, applicationId }: Caller, request: FastifyRequest): Once {
  const key = operation.method === 'POST' ? request.headers['idempotency-key'] : undefined
  if (typeof key !== 'string') return notRepeated
  const { params, body } = request
  return {
    key: {
      advisorId,
      applicationId,
      operation: operation.id,
      key,
      fingerprint: fingerprint({ params, body }),
    },
    replayed: false,
  }
}

/**
 * Some clients send a body, or name its type, with a DELETE. Where the operation takes none it is not read, so it can
 * be neither too large nor of the wrong type: without these headers Fastify sees no body, and Node drops the bytes.
 */
function ignoreBody({ raw }: FastifyRequest): void {
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete raw.headers[name]
}

const sendNothing = (reply: FastifyReply): FastifyReply => reply.code(204).send()

function refuseOtherVersions(version: string | string[] | undefined): void {
  if (version === undefined || version === '1' || version === '1.0' || version === '1.0.0') return
  throw new Problem(
    'version_mismatch',
    'This address serves version 1, and the API-Version header asks for another.',
  )
}

function refuseOddKeys(key: string | string[] | undefined): void {
  if (key === undefined) return
  const fits = typeof key === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)
  if (fits && key.length <= limits.idempotencyKeyCharacters) return
  throw new Problem(
    'invalid_request',
    `The Idempotency-Key header must be 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters.`,
  )
}
