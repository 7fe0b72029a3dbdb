import { metrics } from '@opentelemetry/api'
import type { Database } from '../db/pool.ts'
import { countWaitingMail } from './queries.ts'

/** Exports how much mail waits. Returns a refresh function. */
export function observeMail(database: Database): () => Promise<void> {
  const gauge = metrics.getMeter('parley').createGauge('parley.mail.waiting', {
    description: 'E-mail that waits to be sent',
  })
  return async () => {
    const [mail] = await countWaitingMail(database, [])
    gauge.record(mail?.waiting ?? 0)
  }
}
