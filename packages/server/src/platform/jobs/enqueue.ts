import type { JsonObject } from '../db/json.ts'
import type { Tx } from '../db/pool.ts'
import { statement } from '../db/statement.ts'
import type { Job } from './job.ts'

interface EnqueueOptions {
  readonly runAt?: Date
  /** Replaces a waiting job with the same key. */
  readonly key?: string
  /** Jobs of one queue run one after another. */
  readonly queue?: string
  readonly maxAttempts?: number
}

type Optional<Value> = Value | undefined
const addJob = statement<
  object,
  [
    name: string,
    payload: string,
    queue: Optional<string>,
    runAt: Optional<Date>,
    maxAttempts: Optional<number>,
    key: Optional<string>,
  ]
>(
  'add_job',
  `select from graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4, max_attempts => $5, job_key => $6)`,
)

/** Adds a job that runs if and when the transaction commits. Not for the send path: its NOTIFY serializes commits. */
export async function enqueue<Payload extends JsonObject>(
  tx: Tx,
  job: Job<Payload>,
  payload: Payload,
  { runAt, key, queue, maxAttempts }: EnqueueOptions = {},
): Promise<void> {
  await addJob(tx, [job.name, JSON.stringify(payload), queue, runAt, maxAttempts, key])
}
