import { deleteInChunks } from '../db/delete-in-chunks.ts'
import type { Database } from '../db/pool.ts'
import { deleteMailBefore } from './queries.ts'

/** Mail that was sent or given up is kept for 30 days, without its text. Returns how much was deleted. */
export const deleteOldMail = (database: Database): Promise<number> =>
  deleteInChunks(database, [deleteMailBefore])
