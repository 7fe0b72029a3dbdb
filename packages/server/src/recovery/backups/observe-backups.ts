import { metrics } from '@opentelemetry/api'
import type { Database } from '../../platform/db/pool.ts'
import { readReportAges } from './queries.ts'

/** Exports how old the newest backup and the last drill are, once there is one. Returns a refresh function. */
export function observeBackups(database: Database): () => Promise<void> {
  const meter = metrics.getMeter('parley')
  const backup = meter.createGauge('parley.backup.age_seconds', {
    description: 'Age of the newest backup that parley backup check has seen',
  })
  const drill = meter.createGauge('parley.backup.drill_age_seconds', {
    description: 'Time since the last drill that went well',
  })
  return async () => {
    const [ages] = await readReportAges(database, [])
    if (!ages) return
    if (ages.backupSeconds !== null) backup.record(ages.backupSeconds)
    if (ages.drillSeconds !== null) drill.record(ages.drillSeconds)
  }
}
