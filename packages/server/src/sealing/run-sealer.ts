import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { metrics } from '@opentelemetry/api'
import type { Policy } from '@parley/evidence'
import type { Database } from '../platform/db/pool.ts'
import { lockDirectory } from '../platform/files/lock-directory.ts'
import { Problem } from '../platform/problem/problem.ts'
import type { Logger } from '../platform/telemetry/logger.ts'
import type { LogDirectory } from './publish/log-directory.ts'
import { Publication } from './publish/publication.ts'
import type { PublicationPlace } from './publish/publication-place.ts'
import { thinCheckpoints } from './publish/queries.ts'
import { type TimestampAuthority, Timestamping } from './publish/timestamping.ts'
import { Witnessing } from './publish/witnessing.ts'
import { deleteOldPasses, endRefusal, ensureLogPartitions, saveRefusal } from './sequence/queries.ts'
import { type Pass, type Refusal, sequenceEntries } from './sequence/sequence-entries.ts'
import { isTreeRefusal, LogTree } from './tree/log-tree.ts'

interface SealerParts {
  readonly database: Database
  readonly log: Logger
  /** Where the log is signed and published. Without it, entries are only put into order. */
  readonly place?: PublicationPlace
  /** Who cosigns it. */
  readonly witnesses?: Policy | undefined
  /** Between two requests to the witnesses; tests do not wait ten seconds. */
  readonly askEveryMs?: number
  /** Who states the time of it. */
  readonly timestampAuthority?: TimestampAuthority | undefined
}

const passMs = 100
/** Between two signed checkpoints. */
const publishMs = 1_000
const failedPassMs = 1_000
const houseKeepingMs = 60_000
const thinningMs = 3_600_000

/** Passes over the journal until it is stopped. Stopping waits for the running pass. */
export function runSealer({ database, log, place, ...others }: SealerParts): { stop(): Promise<void> } {
  const seen = observeSealer(place !== undefined)
  const publication = place && new Publication(database, place)
  const tree = new LogTree(publication)
  let beside: Beside | undefined
  let publishedAtMs = Number.NEGATIVE_INFINITY
  const stopping = new AbortController()
  let houseKeptAtMs = Number.NEGATIVE_INFINITY
  let thinnedAtMs = Number.NEGATIVE_INFINITY
  // Null until the first pass: another sealer may have left one.
  let refusal: Refusal | undefined | null = null

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
      beside?.published(size)
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
    seen.waits(lock === undefined)
    return lock !== undefined
  }

  /** Tells `parley log status`, which has not the files that this rests on. */
  const tell = async (found: Refusal | undefined): Promise<void> => {
    if (found === refusal) return
    if (found) log.error({ why: found }, 'the log cannot go on in this database')
    if (!found) await endRefusal(database, [])
    else if (isTreeRefusal(found)) await saveRefusal(database, [found])
    refusal = found
  }

  const takePass = async (): Promise<number> => {
    if (!(await isAlone())) return failedPassMs
    // There are partitions for a billion entries ahead, so a pass does not depend on it.
    await keepHouse().catch((error: unknown) => log.warn({ err: error }, 'could not make room for the log'))
    if (publication) beside ??= createBeside({ database, log, directory: publication.directory }, others)
    const pass = await sequenceEntries(database, tree)
    seen.passed(pass, tree)
    if (pass.kind === 'overtaken') return passMs
    await tell(pass.kind === 'refused' ? pass.why : undefined)
    if (pass.kind === 'refused') return failedPassMs
    await publish()
    return passMs
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
      await beside?.settle()
      lock?.release()
    },
  }
}

interface Beside {
  published(size: number): void
  settle(): Promise<void>
}

/** What follows the published log in its own time. */
function createBeside(
  parts: { readonly database: Database; readonly log: Logger; readonly directory: LogDirectory },
  { witnesses, askEveryMs, timestampAuthority: authority }: Omit<SealerParts, 'database' | 'log' | 'place'>,
): Beside {
  const witnessing = witnesses && new Witnessing({ ...parts, policy: witnesses, askEveryMs })
  const timestamping = authority && new Timestamping({ ...parts, authority })
  return {
    published: size => {
      witnessing?.askIfDue(size)
      timestamping?.stampIfDue(size)
    },
    settle: async () => {
      await witnessing?.settle()
      await timestamping?.settle()
    },
  }
}

interface SealerMetrics {
  /** While another sealer works, what it has not done is not this one's lag. */
  waits(isWaiting: boolean): void
  passed(pass: Pass, tree: LogTree): void
  sealed(size: number): void
}

/**
 * Exports how many entries were sequenced, and how long ago all of them were in the log, and under a signature: both grow when it stands still. A sealer
 * that waits for another has no lag.
 */
function observeSealer(isPublished: boolean): SealerMetrics {
  const meter = metrics.getMeter('parley')
  const entries = meter.createCounter('parley.log.entries', { description: 'Entries added to the log' })
  let completeAtMs = performance.now()
  let sealedAtMs = performance.now()
  let sealedSize = -1
  let isWaiting = false
  const secondsSince = (thenMs: number): number => (performance.now() - thenMs) / 1_000
  meter
    .createObservableGauge('parley.log.lag_seconds', {
      unit: 's',
      description: 'Time since the log was complete',
    })
    .addCallback(result => {
      if (!isWaiting) result.observe(secondsSince(completeAtMs))
    })
  if (isPublished)
    meter
      .createObservableGauge('parley.log.seal.lag_seconds', {
        unit: 's',
        description: 'Time since a signed checkpoint covered the whole log',
      })
      .addCallback(result => {
        if (!isWaiting) result.observe(secondsSince(sealedAtMs))
      })
  return {
    waits: waiting => {
      if (isWaiting && !waiting) completeAtMs = sealedAtMs = performance.now()
      isWaiting = waiting
    },
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
