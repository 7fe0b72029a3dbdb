import { metrics } from '@opentelemetry/api'
import type { Database } from '../db/pool.ts'
import { readRoom } from './room.ts'

/** Exports how much can be written before partitions are missing. Returns a refresh function. */
export function observeRoom(database: Database): () => Promise<void> {
  const meter = metrics.getMeter('parley')
  const texts = meter.createGauge('parley.room.texts', {
    description: 'Texts that can be written before a message partition is missing',
  })
  const journal = meter.createGauge('parley.room.journal_seconds', {
    unit: 's',
    description: 'Time until a journal partition is missing',
  })
  const carrier = meter.createGauge('parley.room.carrier_seconds', {
    unit: 's',
    description: 'Time until a partition for the ids of carriers is missing',
  })
  return async () => {
    const [room] = await readRoom(database, [])
    if (!room) return
    texts.record(room.texts)
    journal.record(room.journalSeconds)
    carrier.record(room.carrierSeconds)
  }
}
