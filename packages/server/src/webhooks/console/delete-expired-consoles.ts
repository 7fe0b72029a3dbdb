import { deleteInChunks } from '../../platform/db/delete-in-chunks.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteExpiredLinks, deleteExpiredSessions } from './queries.ts'

/** Links and sessions of the developers' console. Returns how many it deleted. */
export const deleteExpiredConsoles = (database: Database): Promise<number> =>
  deleteInChunks(database, [deleteExpiredLinks, deleteExpiredSessions])
