import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { copyToLog } from './copy-to-log.ts'
import { adoptCluster, closeJournal, logHead, openUnknown, readWhole, waitForLog } from './queries.ts'

/**
 * Lets a log go on in a database that was restored from a dump or copied to another cluster. Everything that the log lacks is added by
 * id, while nobody may write entries. Returns how many that were.
 */
export function adoptLog(database: Database): Promise<number> {
  return inTransaction(database, async tx => {
    // Each of the following statements has a later snapshot, and between them nothing is written.
    await closeJournal(tx, [])
    await waitForLog(tx, [])
    const { size } = firstRow(await logHead(tx, []), 'the state of the log')
    await readWhole(tx, [])
    await openUnknown(tx, [])
    const added = await copyToLog(tx, size)
    await adoptCluster(tx, [size + added])
    return added
  })
}
