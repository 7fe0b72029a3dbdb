import type { OnceKey } from './once.ts'

/** What is known of a key. */
export type Claim =
  /** Nothing: do the work, and keep its answer in this transaction. */
  | { readonly state: 'new' }
  | { readonly state: 'done'; readonly answer: unknown }
  | { readonly state: 'other body' }
  /** The same request as an earlier one in this list, which is new: its answer is that one's. */
  | { readonly state: 'twin'; readonly of: number }

export const nameOf = ({ advisorId, applicationId, operation, key }: OnceKey): string =>
  `${advisorId} ${applicationId} ${operation} ${key}`
