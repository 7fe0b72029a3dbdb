import type Type from 'typebox'
import type { ProblemCode } from './problems.ts'
import type { OperationScope } from './scopes.ts'

export type Tag = 'Texting' | 'Contacts' | 'Groups' | 'Content' | 'Sandbox'

/** One operation, one record: the server routes it, the SDK calls it, OpenAPI prints it. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the base address, which ends in /v1. */
  readonly path: string
  readonly scope: OperationScope
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly params?: Type.TObject
  readonly query?: Type.TObject
  readonly body?: Type.TObject
  /** Body of the 200. Without one the operation answers 204. */
  readonly result?: Type.TObject
  readonly problems: readonly ProblemCode[]
}

/** What any operation can answer. */
export const anyProblem = [
  'invalid_request',
  'version_mismatch',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal_error',
  'downstream_unavailable',
  'downstream_timeout',
] as const satisfies readonly ProblemCode[]

/** What an operation that takes a body can answer besides. */
export const bodyProblem = [
  ...anyProblem,
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ProblemCode[]
