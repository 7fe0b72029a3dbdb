import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Actor, recordAct } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { pendingMigrations } from '../../platform/db/migrations.ts'
import type { Database } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { checkLog } from '../../sealing/index.ts'
import { type Backup, type BackupTool, listBackups, restoreNewest } from './pgbackrest.ts'
import { readBreaches, readReached, storeReport } from './queries.ts'
import { startScratchCluster } from './scratch-cluster.ts'

export interface Drill {
  readonly backup: Backup
  /** Entries of the log that were there when the drill began, and how many of them the copy lacks. */
  readonly entries: number
  readonly entriesMissing: number
  /** How much would have been lost: from the newest entry of the copy to the newest one when the drill began. */
  readonly lostSeconds: number
  readonly restoreSeconds: number
  /** Until the copy lets somebody in: write-ahead log since the backup is replayed. */
  readonly replaySeconds: number
  readonly checkSeconds: number
  readonly findings: readonly string[]
}

interface DrillOptions {
  readonly tool: BackupTool
  readonly actor: Actor
  readonly role: string
  readonly databaseName: string
  /** Where pg_receivewal writes. */
  readonly receiverFolder?: string | undefined
  /** Where the copy is put while the drill lasts. It needs as much room as the database. */
  readonly folder?: string | undefined
  readonly binaries?: string | undefined
  /** Interrupts the drill, and the copy of everything is deleted. */
  readonly signal: AbortSignal
}

/** Restores the newest backup beside the database, checks the copy, throws it away and puts the result on record. */
export async function drillBackup(database: Database, options: DrillOptions): Promise<Drill> {
  if (process.getuid?.() === 0) {
    throw new Problem(
      'forbidden',
      'PostgreSQL does not run as root. Run this as the user of your PostgreSQL, such as postgres.',
    )
  }
  const backup = (await listBackups(options.tool)).at(-1)
  if (backup === undefined) throw new Problem('not_found', 'There is no backup to restore.')
  const before = firstRow(await readReached(database, []), 'the state of the log')
  // mkdtemp lets nobody else in.
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), 'parley-drill-'))
  try {
    const drill = await restoreAndCheck(folder, { ...options, backup, before })
    await record(database, drill, options.actor)
    return drill
  } catch (error) {
    if (options.signal.aborted)
      throw new Problem('conflict', 'The drill was interrupted. Its copy is deleted.')
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function restoreAndCheck(
  folder: string,
  options: DrillOptions & {
    readonly backup: Backup
    readonly before: { entries: number; newestAt: Date | null }
  },
): Promise<Drill> {
  const { tool, actor, backup, before, receiverFolder } = options
  const data = join(folder, 'data')
  const lap = stopwatch()
  await restoreNewest(tool, { folder: data, receiverFolder, signal: options.signal })
  const restoreSeconds = lap()
  const cluster = await startScratchCluster({ ...options, data, folder })
  try {
    const replaySeconds = lap()
    const reached = firstRow(await readReached(cluster.database, []), 'the state of the restored log')
    const findings = await findBreaches(cluster.database, actor)
    const entriesMissing = Math.max(0, before.entries - reached.entries)
    const lostMs =
      entriesMissing === 0 ? 0 : (before.newestAt?.getTime() ?? 0) - (reached.newestAt?.getTime() ?? 0)
    return {
      backup,
      entries: before.entries,
      entriesMissing,
      lostSeconds: Math.max(0, lostMs / 1_000),
      restoreSeconds,
      replaySeconds,
      checkSeconds: lap(),
      findings,
    }
  } finally {
    await cluster.stop()
  }
}

async function findBreaches(copy: Database, actor: Actor): Promise<string[]> {
  const pending = await pendingMigrations(copy)
  // Its tables may have another form.
  if (pending.length > 0) return [`the copy lacks ${pending.length} migrations of this program`]
  const breaches = (await readBreaches(copy, [])).filter(({ count }) => count > 0)
  const { findingCount } = await checkLog(copy, actor)
  return [
    ...breaches.map(({ name, count }) => `${name}: ${count}`),
    ...(findingCount > 0 ? [`findings in the log, see parley log check: ${findingCount}`] : []),
  ]
}

async function record(database: Database, drill: Drill, actor: Actor): Promise<void> {
  const { backup, findings, ...figures } = drill
  await inTransaction(database, async tx => {
    await storeReport(tx, ['drill', backup.finishedAt, findings.length === 0])
    await recordAct(tx, {
      owner: { installation: true },
      actor,
      kind: 'installation.backup_drilled',
      subject: { kind: 'installation', id: 0 },
      facts: { backup: backup.label, ...figures, findings },
    })
  })
}

function stopwatch(): () => number {
  let startedAtMs = performance.now()
  return () => {
    const nowMs = performance.now()
    const seconds = (nowMs - startedAtMs) / 1_000
    startedAtMs = nowMs
    return Math.round(seconds * 100) / 100
  }
}
