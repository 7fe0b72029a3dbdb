import { inTransaction } from '../in-transaction.ts'
import type { Database, Tx } from '../pool.ts'
import { statement } from '../statement.ts'

/**
 * Plans the dispatcher's statements once per connection and by index only. A plan made while the outbox is empty would scan the
 * whole table, and keep doing so with 200,000 waiting texts.
 */
export const planByIndex = statement<object>(
  'plan_by_index',
  // Sessions already avoid sequential scans; joins must avoid them too.
  `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_hashjoin', 'off', true),
     set_config('enable_mergejoin', 'off', true)`,
)

/** A dispatcher transaction, with plans that fit both full and empty tables. */
export function byIndex<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return inTransaction(database, tx => {
    tx.sendWithCommit(planByIndex(tx, []))
    return work(tx)
  })
}
