import type Type from 'typebox'
import type { ProblemCode } from './problems.ts'
import type { OperationScope } from './scopes.ts'

export type Tag = 'Account' | 'Events' | 'Texting' | 'Contacts' | 'Groups' | 'Content' | 'Sandbox'

/** One operation, one record: the server routes it, the SDK calls it, OpenAPI prints it. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the base address, which ends in /v1. */
  readonly path: string
  /** Null: any access token. */
  readonly scope: OperationScope | null
  /** Also takes a token of the application alone, which acts for no single advisor. */
  readonly takesApplicationToken?: true
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly params?: Type.TObject
  readonly query?: Type.TObject
  readonly body?: Type.TObject
  /** A request without a body is the same as one with {}. */
  readonly isBodyOptional?: true
  /** Body of the 200 response. Without one, the operation returns 204. */
  readonly result?: Type.TObject
  readonly problems: readonly ProblemCode[]
}

/** Problems that any operation can return. */
export const anyProblem = [
  'invalid_request',
  'version_mismatch',
  'unauthorized',
  'forbidden',
  'request_timeout',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'downstream_unavailable',
  'downstream_timeout',
] as const satisfies readonly ProblemCode[]

/** Additional problems for operations that take a body. */
export const bodyProblem = [
  ...anyProblem,
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ProblemCode[]
