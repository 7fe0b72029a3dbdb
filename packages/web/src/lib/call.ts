import type { appOperations, Me, Problem, sharedOperations } from '@parley/contract'
import type { Static, TSchema } from 'typebox'
import { isQuiet } from './activity.ts'
import { accountHeader, backgroundHeader, base, operations } from './contract.ts'
import { Failure, needsAccount, offline } from './failure.ts'
import { currentAccount, rememberAccount } from './me/account.ts'
import { endSession } from './session.ts'

type Operations = typeof appOperations & typeof sharedOperations
export type OperationId = keyof Operations

type Loose<T> = { readonly [Key in keyof T]?: T[Key] | undefined }
type Empty = unknown

export type Input<Id extends OperationId> = (Operations[Id] extends { params: infer P extends TSchema }
  ? { readonly params: Static<P> }
  : Empty) &
  (Operations[Id] extends { query: infer Q extends TSchema }
    ? { readonly query?: Loose<Static<Q>> }
    : Empty) &
  (Operations[Id] extends { body: infer B extends TSchema } ? { readonly body: Loose<Static<B>> } : Empty) &
  (Operations[Id] extends { file: object } ? { readonly file: Blob } : Empty)

export type Result<Id extends OperationId> = Operations[Id] extends { result: infer R extends TSchema }
  ? Static<R>
  : undefined

interface Options {
  readonly signal?: AbortSignal | undefined
  /** Idempotency key, the same for every retry. */
  readonly onceKey?: string | undefined
  /** The request continues when the page is left. */
  readonly keepalive?: boolean
}

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Blob
}

/** URL of an operation, for a link. */
export const linkTo = (id: OperationId, { query = {}, ...input }: AnyInput): string =>
  addressOf(id, { ...input, query: { ...query, account: currentAccount() } })

/** URL of an operation. */
function addressOf(id: OperationId, { params = {}, query = {} }: AnyInput): string {
  const path = (operations[id]?.[1] ?? '').replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(wordOf(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, wordOf(value))
  }
  return `${base}${path}${search.size === 0 ? '' : `?${search}`}`
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Calls the service. A failed request throws a Failure; a 401 ends the session. */
export async function call<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options: Options = {},
): Promise<Result<Id>> {
  const response = await send(id, input, options)
  if (response.status === 204) return undefined as Result<Id>
  const body: unknown = await response.json().catch(() => undefined)
  if (body === undefined) throw unexpected()
  if (id === 'getMe') rememberAccount((body as Me).advisorId)
  return body as Result<Id>
}

/** A response that succeeded. */
export async function send<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { signal, onceKey, keepalive }: Options = {},
): Promise<Response> {
  const given = input as AnyInput
  const method = operations[id]?.[0] ?? 'GET'
  const account = currentAccount()
  const response = await fetch(addressOf(id, given), {
    method,
    headers: {
      ...(given.body !== undefined && { 'content-type': 'application/json' }),
      ...(given.file !== undefined && { 'content-type': 'text/csv' }),
      ...(isQuiet() && { [backgroundHeader]: '1' }),
      ...(account !== undefined && { [accountHeader]: account }),
      ...(onceKey !== undefined && { 'idempotency-key': onceKey }),
    },
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    ...(given.file !== undefined && { body: given.file }),
    ...(keepalive && { keepalive }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw offline()
  })
  if (response.ok) return response
  if (response.status === 401) {
    endSession()
    throw new Failure('unauthorized', 'You are signed out.')
  }
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined
  const failure = problem?.code ? new Failure(problem.code, problem.detail, problem) : unexpected()
  // The account was closed to the person: nothing of it may stay on the screen.
  if (needsAccount(failure) && id !== 'getMe') location.assign('/app')
  throw failure
}

const unexpected = (): Failure =>
  new Failure('internal_error', 'The service returned an unexpected response. Reload the page and try again.')
