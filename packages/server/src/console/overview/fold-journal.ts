import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { foldEntries, foldProgress, lockCursor, moveCursor } from './fold-queries.ts'

/** Entries of the log in one transaction: a third of a second, and a few megabytes. */
const batchEntries = 20_000
/** After so long the next round goes on, so that a worker that stops need not wait until years are counted. */
const roundMs = 5_000

/**
 * Counts what the log has gained. Figures and position change in one transaction, so every entry counts once, wherever a worker dies
 * and however many there are. The log already has the order in which commits took effect: one that comes late is further on.
 */
export async function foldJournal(database: Database, entriesOfBatch = batchEntries): Promise<void> {
  const startedAt = performance.now()
  const { position, size } = firstRow(await foldProgress(database, []), 'the progress of the figures')
  let hasMore = position < size
  while (hasMore && performance.now() - startedAt < roundMs) {
    hasMore = await foldBatch(database, entriesOfBatch)
  }
}

/** Returns whether there is more to count. */
const foldBatch = (database: Database, entriesOfBatch: number): Promise<boolean> =>
  inTransaction(database, async tx => {
    const [cursor] = await lockCursor(tx, [])
    if (!cursor || cursor.position >= cursor.size) return false
    const next = Math.min(cursor.size, cursor.position + entriesOfBatch)
    await foldEntries(tx, [cursor.position, next])
    await moveCursor(tx, [next])
    return next < cursor.size
  })
