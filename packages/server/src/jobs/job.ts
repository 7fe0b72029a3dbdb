import type { Database } from '../db/pool.ts'

type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** What a handler gets besides its payload. */
interface JobContext {
  readonly database: Database
  /** Aborts when the worker has been stopping for a while: a long job ends early by throwing, and is run again. */
  readonly signal: AbortSignal
}

/**
 * Something to be done later, at least once. Its name is stored with every job that waits, so it never changes; the
 * payload comes back from JSON and should hold ids, not what they stand for.
 */
export interface Job<Payload extends JsonObject> {
  readonly name: string
  readonly handle: (payload: Payload, context: JobContext) => Promise<void>
}
