import { metrics } from '@opentelemetry/api'
import type { Database } from '../../platform/db/pool.ts'
import { countDeadLetters } from './queries.ts'

/** Exports how many texts need an operator; `parley outbox list` shows them. Returns a refresh function. */
export function observeDeadLetters(database: Database): () => Promise<void> {
  const gauge = metrics.getMeter('parley').createGauge('parley.texts.dead_letters', {
    description: 'Texts that failed, expired or are unconfirmed, and that nobody has settled yet',
  })
  return async () => {
    const [open] = await countDeadLetters(database, [])
    gauge.record(open?.texts ?? 0)
  }
}
