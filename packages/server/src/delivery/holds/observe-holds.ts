import { metrics } from '@opentelemetry/api'
import type { Database } from '../../platform/db/pool.ts'
import { countHeld } from './queries.ts'

/** Exports how many texts are blocked because their subject is disabled or on hold. Returns a refresh function. */
export function observeHolds(database: Database): () => Promise<void> {
  const gauge = metrics.getMeter('parley').createGauge('parley.texts.held', {
    description: 'Texts held back because their advisor, firm or application is disabled or on hold',
  })
  return async () => {
    const [held] = await countHeld(database, [])
    gauge.record(held?.texts ?? 0)
  }
}
