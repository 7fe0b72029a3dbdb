import type { Queryable } from '../../platform/db/pool.ts'
import { type RemovalRow, removals } from './removal-queries.ts'

/** As many as a page shows. */
const listed = 20

/** Deleted groups whose members are still being removed, oldest first. */
export const listRemovals = (db: Queryable, advisorId: number): Promise<readonly RemovalRow[]> =>
  removals(db, [advisorId, listed])
