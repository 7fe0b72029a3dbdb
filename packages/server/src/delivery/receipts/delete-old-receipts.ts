import { deleteInChunks } from '../../platform/db/delete-in-chunks.ts'
import type { Database } from '../../platform/db/pool.ts'
import * as queries from './retention-queries.ts'

/**
 * Deletes carrier ids of texts and replies, their receipts, and settled dead letters after 30 days. The outcome of each
 * text stays in its message and in the journal.
 */
export const deleteOldReceipts = (database: Database): Promise<number> =>
  deleteInChunks(database, [
    queries.deleteOldCarrierMessages,
    queries.deleteOldReceipts,
    queries.deleteOldInboundNames,
    queries.deleteSettledDeadLetters,
  ])
