import type { Tx } from '../../platform/db/pool.ts'
import { columns, required } from '../../platform/db/rows.ts'
import { findChains } from '../tree/find-chains.ts'
import type { LogTree } from '../tree/log-tree.ts'
import { numberArray } from './number-array.ts'
import { appendToLog, batchRows, closeUnsequenced, fetchUnsequenced, type UnsequencedRow } from './queries.ts'

const hashBytes = 32

/** Appends what the open cursor returns to the log and to its tree, and returns how many entries that were. */
export async function copyToLog(tx: Tx, tree: LogTree): Promise<number> {
  const firstIndex = tree.size
  for (;;) {
    const rows = await fetchUnsequenced(tx, [])
    if (rows.length > 0) await appendBatch(tx, tree, rows)
    if (rows.length < batchRows) break
    // More than a batch is a log that catches up: its tiles must not wait in memory for the end.
    await tree.writeTiles()
  }
  await closeUnsequenced(tx, [])
  return tree.size - firstIndex
}

async function appendBatch(tx: Tx, tree: LogTree, rows: readonly UnsequencedRow[]): Promise<void> {
  const [ownerIds, timesMs, entryIds] = columns(rows, 'ownerId', 'occurredAtMs', 'entryId')
  const chains = await findChains(tx, tree, ownerIds)
  const firstIndex = tree.size
  const seqs: number[] = []
  const hashes = Buffer.allocUnsafe(rows.length * hashBytes)
  for (const { ownerId, commitment } of rows) {
    const chain = tree.append(ownerId, required(chains.get(ownerId), 'the chain'), commitment)
    chains.set(ownerId, chain)
    hashes.set(chain.hash, seqs.length * hashBytes)
    seqs.push(chain.seq)
  }
  await appendToLog(tx, [
    firstIndex,
    numberArray(ownerIds),
    numberArray(seqs),
    numberArray(timesMs),
    numberArray(entryIds),
    hashes,
  ])
}
