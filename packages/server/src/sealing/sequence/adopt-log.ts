import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { LogTree, type TreeRefusal } from '../tree/log-tree.ts'
import { copyToLog } from './copy-to-log.ts'
import { adoptCluster, closeJournal, logHead, openUnknown, readWhole, waitForLog } from './queries.ts'

type Adoption =
  | { readonly kind: 'adopted'; readonly added: number }
  /** What the log has does not belong to its entries. Nothing was written. */
  | { readonly kind: 'refused'; readonly why: TreeRefusal }

/**
 * Lets a log go on in a database that was restored from a dump or copied to another cluster. Everything that the log lacks is added by
 * id, while nobody may write entries.
 */
export function adoptLog(database: Database): Promise<Adoption> {
  return inTransaction(database, async tx => {
    // Each of the following statements has a later snapshot, and between them nothing is written.
    await closeJournal(tx, [])
    await waitForLog(tx, [])
    const tree = new LogTree()
    const refusal = await tree.follow(tx, firstRow(await logHead(tx, []), 'the state of the log'))
    if (refusal) return { kind: 'refused', why: refusal }
    await readWhole(tx, [])
    await openUnknown(tx, [])
    const added = await copyToLog(tx, tree)
    await adoptCluster(tx, [tree.size, tree.root()])
    return { kind: 'adopted', added }
  })
}
