import { type Actor, recordAct } from '../../journal/index.ts'
import { readCondition } from '../../platform/condition/read-condition.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { type Backup, type BackupTool, listBackups } from './pgbackrest.ts'
import { readReportAges, storeReport } from './queries.ts'

export interface BackupCheck {
  readonly newest: Backup | null
  readonly backups: number
  readonly receivers: number
  readonly isSynchronous: boolean
  readonly drillSeconds: number | null
  /** What must be seen to. Empty: all is well. */
  readonly findings: readonly string[]
}

interface Limits {
  readonly backupHours: number
  readonly drillDays: number
}

/** Whether this database could be brought back today, as far as can be seen without doing it. The result is an entry. */
export async function checkBackup(
  database: Database,
  { tool, limits, actor }: { readonly tool: BackupTool; readonly limits: Limits; readonly actor: Actor },
): Promise<BackupCheck> {
  const backups = await listBackups(tool)
  const newest = backups.at(-1) ?? null
  const condition = firstRow(await readCondition(database, []), 'the condition of the database')
  const { drillSeconds } = firstRow(await readReportAges(database, []), 'the last reports')
  const { receivers, isSynchronous, isArchiveFailing } = condition
  const findings = [
    ...findingsOf(newest, limits.backupHours, condition.databaseTimeMs),
    ...(isArchiveFailing ? ['PostgreSQL could not archive its write-ahead log when it last tried'] : []),
    ...(receivers === 0
      ? ['neither a standby nor a log receiver is connected: a lost disk loses accepted texts']
      : []),
    ...(receivers > 0 && !isSynchronous
      ? ['commits do not wait for the standby or receiver: a lost disk may lose accepted texts']
      : []),
    ...(drillSeconds === null ? ['no drill has gone well yet'] : []),
    ...(drillSeconds !== null && drillSeconds > limits.drillDays * 86_400
      ? [`the last drill that went well is ${Math.floor(drillSeconds / 86_400)} days old`]
      : []),
  ]
  await inTransaction(database, async tx => {
    await storeReport(tx, ['check', newest?.finishedAt ?? null, findings.length === 0])
    await recordAct(tx, {
      owner: { installation: true },
      actor,
      kind: 'installation.backup_checked',
      subject: { kind: 'installation', id: 0 },
      facts: { newest: newest?.label ?? null, backups: backups.length, findings },
    })
  })
  return { newest, backups: backups.length, receivers, isSynchronous, drillSeconds, findings }
}

function findingsOf(newest: Backup | null, backupHours: number, nowMs: number): string[] {
  if (newest === null) return ['there is no backup']
  const hours = (nowMs - newest.finishedAt.getTime()) / 3_600_000
  return [
    ...(newest.isDamaged ? [`pgBackRest found errors in the newest backup, ${newest.label}`] : []),
    ...(hours > backupHours ? [`the newest backup is ${Math.floor(hours)} hours old`] : []),
  ]
}
