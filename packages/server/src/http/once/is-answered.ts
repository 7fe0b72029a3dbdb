import type { Queryable } from '../../db/pool.ts'
import type { Once } from './once.ts'
import { answered } from './queries.ts'

/** Whether the request came before and was answered: it will be again, whatever has changed since. */
export async function isAnswered(db: Queryable, { key }: Once): Promise<boolean> {
  if (!key) return false
  return (await answered(db, [key.advisorId, key.applicationId, key.operation, key.key])).length > 0
}
