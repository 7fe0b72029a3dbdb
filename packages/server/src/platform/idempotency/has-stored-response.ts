import type { Queryable } from '../db/pool.ts'
import type { Idempotency } from './idempotency.ts'
import { answered } from './queries.ts'

/** Whether this request was already answered: it gets the same response again, whatever has changed since. */
export async function hasStoredResponse(db: Queryable, { key }: Idempotency): Promise<boolean> {
  if (!key) return false
  return (await answered(db, [key.advisorId, key.applicationId, key.operation, key.key])).length > 0
}
