import { deleteInChunks } from '../../platform/db/delete-in-chunks.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteChanges } from './change-queries.ts'

/** Deletes noted changes of contacts after an hour. Counts that are older are made again. */
export const deleteOldChanges = (database: Database): Promise<number> =>
  deleteInChunks(database, [deleteChanges])
