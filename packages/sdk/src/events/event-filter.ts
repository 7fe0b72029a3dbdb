import type { ParleyEvent } from '../contract.generated.ts'

/** A type of event. */
export type EventType = ParleyEvent['type']

/** A type of event, or a family of types such as `message.*`. */
export type EventFilter =
  | EventType
  | `${'access' | 'consent' | 'contact' | 'group' | 'message' | 'schedule'}.*`

/** Which events to follow, and until when. */
export interface SinceOptions {
  /** Only these types. Default: all. */
  readonly types?: readonly EventFilter[] | undefined
  readonly signal?: AbortSignal | undefined
}
