import { deleteInChunks } from '../../platform/db/delete-in-chunks.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { deleteOldDraftRows, deleteOldUploads } from './queries.ts'

/** Deletes uploads never imported after a day, and leftovers of imports after 30. */
export async function deleteOldDrafts(database: Database): Promise<void> {
  await inTransaction(database, tx => deleteOldDraftRows(tx, []))
  await deleteInChunks(database, [deleteOldUploads])
}
