import { metrics } from '@opentelemetry/api'
import type { Database } from './pool.ts'

/** Metrics of the pool. A queue that does not empty is the first sign of a database in trouble. */
export function observePool(database: Database): void {
  const connections = metrics.getMeter('parley').createObservableGauge('db.client.connections', {
    description: 'Connections by state, and callers that wait for one',
  })
  connections.addCallback(result => {
    result.observe(database.totalCount - database.idleCount, { state: 'used' })
    result.observe(database.idleCount, { state: 'idle' })
    result.observe(database.waitingCount, { state: 'awaited' })
  })
}
