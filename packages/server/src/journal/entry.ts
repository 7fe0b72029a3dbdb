import type { JsonObject } from '../jobs/job.ts'

export type Actor =
  /** Whose account it is, in their own app. */
  | { readonly kind: 'advisor' }
  | { readonly kind: 'application'; readonly applicationId: number }
  | { readonly kind: 'operator'; readonly name: string }
  /** The person at the other end of a text. */
  | { readonly kind: 'recipient'; readonly memberId: number }
  /** A task of the service itself, such as a schedule that fires. */
  | { readonly kind: 'system'; readonly task: string }

/** One thing that happened on an advisor's account. It tells everything by itself: what it is about may be gone later. */
export interface Entry {
  /** What is concerned and what became of it, such as contact.created. */
  readonly kind: `${string}.${string}`
  readonly advisorId: number
  /** RFC 3339 in UTC with milliseconds. */
  readonly at: string
  readonly actor: Actor
  /** Of the request that caused it, where one did. */
  readonly traceId: string | null
  readonly subject: { readonly kind: string; readonly id: number }
  readonly facts: JsonObject
}
