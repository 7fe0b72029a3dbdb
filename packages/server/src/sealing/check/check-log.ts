import { type Actor, recordAct } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import type { Finding } from './finding.ts'
import { LogWalk } from './log-walk.ts'
import { countSeen, entriesNotInLog, headSize, readAll, sealedBetween, signedTrees } from './queries.ts'

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
  const { size } = firstRow(await headSize(database, []), 'the state of the log')
  const findings: Finding[] = []
  let findingCount = 0
  const report = (finding: Finding): void => {
    findingCount += 1
    if (findings.length < namedMax) findings.push(finding)
  }
  const signed = await signedTrees(database, [size])
  const walk = new LogWalk(signed, report)
  for (let start = 0; start < size; start += batchRows) {
    signal?.throwIfAborted()
    const end = Math.min(size, start + batchRows)
    walk.take(start, end, await sealedBetween(database, [start, end]))
  }
  await findUnlogged(database, walk.entriesMissing, report)
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

/** Entries that were written with the id of an earlier transaction, so that no pass takes them. */
async function findUnlogged(
  database: Database,
  entriesMissing: number,
  report: (finding: Finding) => void,
): Promise<void> {
  const unlogged = await inTransaction(database, async tx => {
    await readAll(tx, [])
    const { seen, size } = firstRow(await countSeen(tx, []), 'the count')
    return seen + entriesMissing === size ? [] : entriesNotInLog(tx, [namedMax])
  })
  for (const { entryId } of unlogged) report({ kind: 'entry_not_in_log', entryId })
}
