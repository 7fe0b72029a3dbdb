import type { Queryable } from '../platform/db/pool.ts'
import { deleteAttemptsBefore } from './deliver/queries.ts'

const keptDays = 30
const deletedAtOnce = 10_000

/** In pieces, so that no statement takes long. */
export async function deleteOldAttempts(db: Queryable): Promise<void> {
  while ((await deleteAttemptsBefore(db, [keptDays, deletedAtOnce])).length === deletedAtOnce);
}
