import { inTransaction } from '../../db/in-transaction.ts'
import type { Database } from '../../db/pool.ts'
import { deleteOldDraftRows } from './queries.ts'

/** Files that were uploaded and never imported go after a day. */
export async function deleteOldDrafts(database: Database): Promise<void> {
  await inTransaction(database, tx => deleteOldDraftRows(tx, []))
}
