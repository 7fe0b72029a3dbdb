import { inTransaction } from './in-transaction.ts'
import type { Database, Tx } from './pool.ts'

/** Deletes at most the given number of rows and returns how many it deleted. */
type DeleteChunk = (tx: Tx, parameters: [limit: number]) => Promise<{ readonly deleted: number }[]>

const chunk = 5_000

/** Runs each deletion until nothing is left, in chunks that hold their locks briefly. Returns the number of deleted rows. */
export async function deleteInChunks(database: Database, deletions: readonly DeleteChunk[]): Promise<number> {
  let total = 0
  for (const deleteChunk of deletions) {
    for (;;) {
      const [answer] = await inTransaction(database, tx => deleteChunk(tx, [chunk]))
      const deleted = answer?.deleted ?? 0
      total += deleted
      if (deleted < chunk) break
    }
  }
  return total
}
