import { metrics } from '@opentelemetry/api'
import type { Database } from '../db/pool.ts'
import { readCondition } from './read-condition.ts'

/** Exports what is about to stop the database or to make it lose data. Returns a refresh function. */
export function observeCondition(database: Database): () => Promise<void> {
  const meter = metrics.getMeter('parley')
  const gauge = (name: string, description: string) => meter.createGauge(name, { description })
  const transactionIds = gauge(
    'parley.database.transaction_ids_ratio',
    'Share of transaction ids that are used up',
  )
  const slotLag = gauge(
    'parley.database.slot_lag_bytes',
    'Write-ahead log that the slot furthest behind keeps',
  )
  const receivers = gauge('parley.database.receivers', 'Standbys and log receivers that are connected')
  const synchronous = gauge(
    'parley.database.synchronous',
    '1 if commits wait for a standby or a log receiver',
  )
  const archiveFailing = gauge('parley.database.archive_failing', '1 if the last try to archive failed')
  const clockSkew = gauge(
    'parley.database.clock_skew_seconds',
    'Clock of the database, minus that of the worker',
  )
  return async () => {
    const askedAtMs = Date.now()
    const [condition] = await readCondition(database, [])
    if (!condition) return
    transactionIds.record(condition.transactionIdShare)
    slotLag.record(condition.slotLagBytes)
    receivers.record(condition.receivers)
    synchronous.record(Number(condition.isSynchronous))
    archiveFailing.record(Number(condition.isArchiveFailing))
    // The database read its clock at some moment between the two.
    clockSkew.record((condition.databaseTimeMs - (askedAtMs + Date.now()) / 2) / 1_000)
  }
}
