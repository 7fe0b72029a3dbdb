import { DatabaseError } from 'pg'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import type { LogTree, TreeRefusal } from '../tree/log-tree.ts'
import { copyToLog } from './copy-to-log.ts'
import {
  advanceLog,
  disownLog,
  type LogStateRow,
  lockLog,
  newsOfLog,
  openUnsequenced,
  readRepeatably,
} from './queries.ts'

/** Why the database cannot be read by the log. */
export type DatabaseRefusal =
  /** A standby does not know which transactions are running on the primary. */
  | 'standby'
  /** The database was restored from a dump, or copied: its transaction ids are not those of the log. */
  | 'other_cluster'
  /** Transaction ids have gone back behind those of the log. */
  | 'gone_back'

export type Refusal = DatabaseRefusal | TreeRefusal

export type Pass =
  | { readonly kind: 'sequenced'; readonly entries: number }
  /** Another sealer made a pass at the same time. Nothing was written. */
  | { readonly kind: 'overtaken' }
  /** Nothing was written, and nothing will be until an operator has acted. */
  | { readonly kind: 'refused'; readonly why: Refusal }

/**
 * Adds the entries committed since the last pass to the log, exactly once, in an order that agrees with every lock: if one transaction waited for a lock
 * that another held, its entries come later. A pass takes the difference of two snapshots, so it never waits for a long transaction, whose
 * entries come when it commits. Inside a pass ids decide, which are drawn while the locks are held.
 */
export async function sequenceEntries(database: Database, tree: LogTree): Promise<Pass> {
  const news = firstRow(await newsOfLog(database, []), 'the news of the log')
  const why = refusalOf(news)
  if (why === 'gone_back') await inTransaction(database, tx => disownLog(tx, []))
  if (why) return { kind: 'refused', why }
  // A tree that is elsewhere follows first: a new primary may lack what the last one had committed.
  if (!news.hasNews && tree.isAt(news)) return { kind: 'sequenced', entries: 0 }
  try {
    return await inTransaction(database, tx => pass(tx, tree))
  } catch (error) {
    tree.discard()
    if (error instanceof DatabaseError && error.code === uniqueViolation) return { kind: 'overtaken' }
    throw error
  }
}

const uniqueViolation = '23505'

async function pass(tx: Tx, tree: LogTree): Promise<Pass> {
  await readRepeatably(tx, [])
  const { isAlone, ...state } = firstRow(await lockLog(tx, []), 'the state of the log')
  if (!isAlone) return { kind: 'overtaken' }
  const why = refusalOf(state) ?? (await tree.follow(tx, state))
  if (why) return { kind: 'refused', why }
  await openUnsequenced(tx, [])
  const entries = await copyToLog(tx, tree)
  await advanceLog(tx, [tree.size, tree.root()])
  return { kind: 'sequenced', entries }
}

export function refusalOf({ isStandby, isSameCluster, hasGoneOn }: LogStateRow): DatabaseRefusal | undefined {
  if (isStandby) return 'standby'
  if (!isSameCluster) return 'other_cluster'
  return hasGoneOn ? undefined : 'gone_back'
}
