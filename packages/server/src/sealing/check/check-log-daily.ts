import { metrics } from '@opentelemetry/api'
import type { Database } from '../../platform/db/pool.ts'
import { checkLog, type LogCheck } from './check-log.ts'
import { lastChecked } from './queries.ts'

/** Less than a day, so that the hour of the check does not wander. */
const dueAfterMs = 23 * 3_600_000

/** Checks the log if the last check is a day old. Undefined if it was not due. For a worker to call every hour. */
export function checkLogDaily(database: Database, signal: AbortSignal): () => Promise<LogCheck | undefined> {
  let findings = 0
  metrics
    .getMeter('parley')
    .createObservableGauge('parley.log.findings', {
      description: 'Findings of this worker’s last check of the log',
    })
    .addCallback(result => result.observe(findings))
  return async () => {
    const [last] = await lastChecked(database, [])
    if (!last?.at || Date.now() - last.at.getTime() < dueAfterMs) return undefined
    const check = await checkLog(database, { kind: 'system', task: 'check_log' }, signal)
    findings = check.findingCount
    return check
  }
}
