import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { planByIndex } from './claim-queries.ts'

/** A transaction of the dispatcher, whose statements are planned as its tables need it, full or empty. */
export function byIndex<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return inTransaction(database, tx => {
    tx.leave(planByIndex(tx, []))
    return work(tx)
  })
}
