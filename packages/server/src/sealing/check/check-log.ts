import { type Actor, recordAct } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import type { Finding } from './finding.ts'
import { LogWalk } from './log-walk.ts'
import {
  countSeen,
  entriesNotInLog,
  entriesOfFuture,
  logHead,
  sealedBetween,
  signedTrees,
  transactions,
} from './queries.ts'

export interface LogCheck {
  readonly size: number
  /** Signed checkpoints that the log was compared with. */
  readonly checkpoints: number
  /** The first twenty. */
  readonly findings: readonly Finding[]
  readonly findingCount: number
}

const batchRows = 2_000
const namedMax = 20

/**
 * Recomputes the whole log from the content of its entries, and compares it with every signed checkpoint that is kept. The result is
 * itself an entry.
 */
export async function checkLog(database: Database, actor: Actor, signal?: AbortSignal): Promise<LogCheck> {
  const head = firstRow(await logHead(database, []), 'the state of the log')
  const { size } = head
  const findings: Finding[] = []
  let findingCount = 0
  const report = (finding: Finding): void => {
    findingCount += 1
    if (findings.length < namedMax) findings.push(finding)
  }
  const signed = await signedTrees(database, [])
  const walk = new LogWalk(signed, report)
  for (let start = 0; start < size; start += batchRows) {
    signal?.throwIfAborted()
    const end = Math.min(size, start + batchRows)
    walk.take(start, end, await sealedBetween(database, [start, end]))
  }
  const isCut = signed.some(tree => tree.size > size)
  if (isCut || Buffer.compare(walk.root(), head.root) !== 0) report({ kind: 'tree_changed', size })
  await findUnlogged(database, { ...head, entriesMissing: walk.entriesMissing }, report, signal)
  const check: LogCheck = { size, checkpoints: signed.length, findings, findingCount }
  await inTransaction(database, tx =>
    recordAct(tx, {
      owner: { installation: true },
      actor,
      kind: 'log.checked',
      subject: { kind: 'log', id: 1 },
      facts: { ...check, findings: findings.map(finding => ({ ...finding })) },
    }),
  )
  return check
}

interface LogExtent {
  readonly size: number
  readonly snapshot: string
  readonly floorId: number
  readonly endTx: number
  readonly entriesMissing: number
}

const transactionsAtOnce = 100_000

/** Entries that were written with the id of another transaction, so that no pass takes them. */
async function findUnlogged(
  database: Database,
  { size, snapshot, floorId, endTx, entriesMissing }: LogExtent,
  report: (finding: Finding) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { first, last } = firstRow(await transactions(database, []), 'the transactions')
  let seen = 0
  const parts: (readonly [number, number])[] = []
  for (let from = first ?? 0; from <= Math.min(last ?? -1, endTx); from += transactionsAtOnce)
    parts.push([from, from + transactionsAtOnce])
  for (const [from, before] of parts) {
    signal?.throwIfAborted()
    seen += firstRow(await countSeen(database, [from, before, snapshot, floorId]), 'the count').seen
  }
  const isMore = seen + entriesMissing !== size
  for (const [from, before] of isMore ? parts : []) {
    const unlogged = await entriesNotInLog(database, [from, before, snapshot, floorId, namedMax])
    for (const { entryId } of unlogged) report({ kind: 'entry_not_in_log', entryId })
  }
  for (const { entryId } of await entriesOfFuture(database, [endTx, namedMax]))
    report({ kind: 'entry_not_in_log', entryId })
}
