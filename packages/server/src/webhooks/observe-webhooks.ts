import { metrics } from '@opentelemetry/api'
import type { Database } from '../platform/db/pool.ts'
import { webhookState } from './deliver/queries.ts'

/** Exports how endpoints are doing, all together: neither addresses nor ids are labels. Returns a refresh function. */
export function observeWebhooks(database: Database): () => Promise<void> {
  const meter = metrics.getMeter('parley')
  const lag = meter.createGauge('parley.webhooks.lag_seconds', {
    unit: 's',
    description:
      'How long the next entry of the log waits for the endpoint that is furthest behind, of those that work',
  })
  const failing = meter.createGauge('parley.webhooks.failing', {
    description: 'Endpoints that get only a probe now and then',
  })
  const paused = meter.createGauge('parley.webhooks.paused', {
    description: 'Endpoints that were paused because they failed',
  })
  const parked = meter.createGauge('parley.webhooks.parked', {
    description: 'Events that failed, and those of the same conversations behind them',
  })
  return async () => {
    const [state] = await webhookState(database, [])
    if (!state) return
    lag.record(state.lagSeconds)
    failing.record(state.failing)
    paused.record(state.paused)
    parked.record(state.parked)
  }
}
