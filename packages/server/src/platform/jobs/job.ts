import type { JsonObject } from '../db/json.ts'
import type { Database, Tx } from '../db/pool.ts'

/** Input of a handler besides its payload. */
interface JobContext {
  readonly database: Database
  /** Aborts when the worker has been stopping for a while: a long job ends early by throwing, and runs again. */
  readonly signal: AbortSignal
}

/**
 * Deferred work, done at least once. Its name is stored with every waiting job, so it never changes. The payload passes through
 * JSON and should hold ids, not data.
 */
export interface Job<Payload extends JsonObject> {
  readonly name: string
  readonly handle: (payload: Payload, context: JobContext) => Promise<void>
  /** Called after the last attempt, in the transaction that removes the job. */
  readonly giveUp?: (payload: Payload, tx: Tx) => Promise<void>
}
