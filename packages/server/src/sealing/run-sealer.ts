import { setTimeout as sleep } from 'node:timers/promises'
import { metrics } from '@opentelemetry/api'
import type { Database } from '../platform/db/pool.ts'
import type { Logger } from '../platform/telemetry/logger.ts'
import { deleteOldPasses, ensureLogPartitions } from './sequence/queries.ts'
import { type Pass, type Refusal, sequenceEntries } from './sequence/sequence-entries.ts'

interface SealerParts {
  readonly database: Database
  readonly log: Logger
}

const passMs = 100
const failedPassMs = 1_000
const houseKeepingMs = 60_000

/** Passes over the journal until it is stopped. Stopping waits for the running pass. */
export function runSealer({ database, log }: SealerParts): { stop(): Promise<void> } {
  const seen = observeSealer()
  const stopping = new AbortController()
  let houseKeptAtMs = Number.NEGATIVE_INFINITY
  let refusal: Refusal | undefined

  const keepHouse = async (): Promise<void> => {
    if (performance.now() - houseKeptAtMs < houseKeepingMs) return
    houseKeptAtMs = performance.now()
    await ensureLogPartitions(database, [])
    await deleteOldPasses(database, [])
  }

  const takePass = async (): Promise<number> => {
    // There are partitions for a billion entries ahead, so a pass does not depend on it.
    await keepHouse().catch((error: unknown) => log.warn({ err: error }, 'could not make room for the log'))
    const pass = await sequenceEntries(database)
    seen(pass)
    if (pass.kind !== 'refused') {
      refusal = undefined
      return passMs
    }
    if (pass.why !== refusal) log.error({ why: pass.why }, 'the log cannot go on in this database')
    refusal = pass.why
    return failedPassMs
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const waitMs = await takePass().catch((error: unknown) => {
        log.warn({ err: error }, 'could not write the log')
        return failedPassMs
      })
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Exports how many entries were sequenced, and how long ago the last pass was complete: it grows when the log stands still. */
function observeSealer(): (pass: Pass) => void {
  const meter = metrics.getMeter('parley')
  const entries = meter.createCounter('parley.log.entries', { description: 'Entries added to the log' })
  let completeAtMs = performance.now()
  meter
    .createObservableGauge('parley.log.lag', { unit: 's', description: 'Time since the log was complete' })
    .addCallback(result => result.observe((performance.now() - completeAtMs) / 1_000))
  return pass => {
    if (pass.kind !== 'sequenced') return
    entries.add(pass.entries)
    completeAtMs = performance.now()
  }
}
