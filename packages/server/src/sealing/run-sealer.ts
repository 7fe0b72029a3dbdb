import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { metrics } from '@opentelemetry/api'
import type { Policy } from '@parley/evidence'
import type { Database } from '../platform/db/pool.ts'
import { lockDirectory } from '../platform/files/lock-directory.ts'
import { Problem } from '../platform/problem/problem.ts'
import type { Logger } from '../platform/telemetry/logger.ts'
import { Publication } from './publish/publication.ts'
import type { PublicationPlace } from './publish/publication-place.ts'
import { thinCheckpoints } from './publish/queries.ts'
import { Witnessing } from './publish/witnessing.ts'
import { deleteOldPasses, ensureLogPartitions } from './sequence/queries.ts'
import { type Pass, type Refusal, sequenceEntries } from './sequence/sequence-entries.ts'
import { LogTree } from './tree/log-tree.ts'

interface SealerParts {
  readonly database: Database
  readonly log: Logger
  /** Where the log is signed and published. Without it, entries are only put into order. */
  readonly place?: PublicationPlace
  /** Who cosigns it. */
  readonly witnesses?: Policy | undefined
}

const passMs = 100
/** Between two signed checkpoints. */
const publishMs = 1_000
const failedPassMs = 1_000
const houseKeepingMs = 60_000
const thinningMs = 3_600_000

/** Passes over the journal until it is stopped. Stopping waits for the running pass. */
export function runSealer({ database, log, place, witnesses }: SealerParts): { stop(): Promise<void> } {
  const seen = observeSealer(place !== undefined)
  const publication = place && new Publication(database, place)
  const tree = new LogTree(publication)
  const witnessing =
    publication &&
    witnesses &&
    new Witnessing({ database, log, policy: witnesses, directory: publication.directory })
  let publishedAtMs = Number.NEGATIVE_INFINITY
  const stopping = new AbortController()
  let houseKeptAtMs = Number.NEGATIVE_INFINITY
  let thinnedAtMs = Number.NEGATIVE_INFINITY
  let refusal: Refusal | undefined

  const keepHouse = async (): Promise<void> => {
    if (performance.now() - houseKeptAtMs < houseKeepingMs) return
    houseKeptAtMs = performance.now()
    await ensureLogPartitions(database, [])
    await deleteOldPasses(database, [])
    if (performance.now() - thinnedAtMs < thinningMs) return
    thinnedAtMs = performance.now()
    await thinCheckpoints(database, [])
  }

  const publish = async (): Promise<void> => {
    if (!publication || performance.now() - publishedAtMs < publishMs) return
    publishedAtMs = performance.now()
    try {
      const size = await publication.publish(tree)
      seen.sealed(size)
      witnessing?.askIfDue(size)
    } catch (error) {
      // Its tiles may be half written. They are made again from the last signed tree.
      tree.discard()
      throw error
    }
  }

  // A second sealer with the same key waits: it would sign against what it remembers, not against what the first one signed.
  let lock: { release(): void } | undefined
  let isWaiting = false
  const isAlone = async (): Promise<boolean> => {
    if (!place || lock) return true
    const folder = dirname(place.keyFile)
    await mkdir(folder, { recursive: true })
    try {
      lock = lockDirectory(folder)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (!isWaiting) log.info('another sealer works with this key; waiting for it to end')
      isWaiting = true
    }
    return lock !== undefined
  }

  const takePass = async (): Promise<number> => {
    if (!(await isAlone())) return failedPassMs
    // There are partitions for a billion entries ahead, so a pass does not depend on it.
    await keepHouse().catch((error: unknown) => log.warn({ err: error }, 'could not make room for the log'))
    const pass = await sequenceEntries(database, tree)
    seen.passed(pass, tree)
    if (pass.kind !== 'refused') {
      refusal = undefined
      if (pass.kind === 'sequenced') await publish()
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
      await witnessing?.settle()
      lock?.release()
    },
  }
}

interface SealerMetrics {
  passed(pass: Pass, tree: LogTree): void
  sealed(size: number): void
}

/** Exports how many entries were sequenced, and how long ago all of them were in the log, and under a signature: both grow when it stands still. */
function observeSealer(isPublished: boolean): SealerMetrics {
  const meter = metrics.getMeter('parley')
  const entries = meter.createCounter('parley.log.entries', { description: 'Entries added to the log' })
  let completeAtMs = performance.now()
  let sealedAtMs = performance.now()
  let sealedSize = -1
  const secondsSince = (thenMs: number): number => (performance.now() - thenMs) / 1_000
  meter
    .createObservableGauge('parley.log.lag', { unit: 's', description: 'Time since the log was complete' })
    .addCallback(result => result.observe(secondsSince(completeAtMs)))
  if (isPublished)
    meter
      .createObservableGauge('parley.log.seal.lag', {
        unit: 's',
        description: 'Time since a signed checkpoint covered the whole log',
      })
      .addCallback(result => result.observe(secondsSince(sealedAtMs)))
  return {
    passed: (pass, tree) => {
      if (pass.kind !== 'sequenced') return
      entries.add(pass.entries)
      completeAtMs = performance.now()
      if (tree.size === sealedSize) sealedAtMs = completeAtMs
    },
    sealed: size => {
      sealedSize = size
      sealedAtMs = performance.now()
    },
  }
}
