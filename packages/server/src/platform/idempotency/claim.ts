import type { IdempotencyKey } from './idempotency.ts'

/** State of a key. A twin refers to the earlier request in the same list. */
export type Claim<Twin> =
  /** Nothing stored: do the work and store its response in this transaction. */
  | { readonly state: 'new' }
  | { readonly state: 'done'; readonly answer: unknown }
  | { readonly state: 'other body' }
  /** Same request as an earlier, new one in this list; it gets the same response. */
  | { readonly state: 'twin'; readonly of: Twin }

/** Values that survive JSON unchanged. An undefined member comes back absent. */
type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined }

/** Null: the response is missing. */
export type Answer = NonNullable<JsonValue>

export interface Answered {
  readonly key: IdempotencyKey
  readonly answer: Answer
}

export const nameOf = ({ advisorId, applicationId, operation, key }: IdempotencyKey): string =>
  `${advisorId} ${applicationId} ${operation} ${key}`
