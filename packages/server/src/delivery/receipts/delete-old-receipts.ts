import { deleteInChunks } from '../../platform/db/delete-in-chunks.ts'
import type { Database } from '../../platform/db/pool.ts'
import * as queries from './retention-queries.ts'

/**
 * Deletes carrier ids of texts and replies, receipts that match no text, and settled dead letters after 30 days. The outcome of each
 * text stays in its delivery and in the journal.
 */
export const deleteOldReceipts = (database: Database): Promise<number> =>
  deleteInChunks(database, [
    tx => queries.dropOldCarrierMessages(tx, []),
    queries.deleteFormerCarrierMessages,
    queries.deleteOldReceipts,
    queries.deleteOldInboundNames,
    queries.deleteSettledDeadLetters,
  ])
