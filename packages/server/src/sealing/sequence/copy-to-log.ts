import type { Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import {
  appendToLog,
  batchRows,
  closeUnsequenced,
  fetchUnsequenced,
  lastSeqOf,
  type UnsequencedRow,
} from './queries.ts'

/** Appends what the open cursor returns to a log of this size, and returns how many entries that were. */
export async function copyToLog(tx: Tx, size: number): Promise<number> {
  const lastSeqs = new Map<number, number>()
  let copied = 0
  for (;;) {
    const rows = await fetchUnsequenced(tx, [])
    if (rows.length > 0) await appendBatch(tx, { rows, firstIndex: size + copied, lastSeqs })
    copied += rows.length
    if (rows.length < batchRows) break
  }
  await closeUnsequenced(tx, [])
  return copied
}

interface Batch {
  readonly rows: readonly UnsequencedRow[]
  readonly firstIndex: number
  /** Of the owners seen so far; this batch adds its own. */
  readonly lastSeqs: Map<number, number>
}

async function appendBatch(tx: Tx, { rows, firstIndex, lastSeqs }: Batch): Promise<void> {
  const unknown = [...new Set(rows.map(({ ownerId }) => ownerId))].filter(owner => !lastSeqs.has(owner))
  for (const { ownerId, seq } of await lastSeqOf(tx, [unknown])) lastSeqs.set(ownerId, seq)
  const seqs = rows.map(({ ownerId }) => {
    const seq = (lastSeqs.get(ownerId) ?? 0) + 1
    lastSeqs.set(ownerId, seq)
    return seq
  })
  const [ownerIds, times, entryIds] = columns(rows, 'ownerId', 'occurredAt', 'entryId')
  await appendToLog(tx, [firstIndex, ownerIds, seqs, times, entryIds])
}
