import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier } from '../../carriers/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { LaneFinder, spacing } from '../outbox/find-lanes.ts'
import { Lanes } from '../outbox/lanes.ts'
import { DatabaseTrouble } from './database-trouble.ts'
import { type DispatcherMetrics, observeDispatcher } from './observe-dispatcher.ts'
import type { SettleReceipts } from './record-submissions.ts'
import { recoverTexts } from './recover-texts.ts'
import { BatchRunner } from './run-batch.ts'
import { watchLink } from './watch-link.ts'

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface DispatcherParts {
  readonly database: Database
  readonly carrier: Carrier
  readonly log: Log
  readonly settleReceipts: SettleReceipts
  /** How long an attempt may take before another worker asks the carrier about it. */
  readonly leaseMs?: number
  /** Nothing is written to the carrier this close to the end of the lease. */
  readonly marginMs?: number
  /** How long the recipient's next text waits behind an unanswered one if the carrier has no lookup. */
  readonly doubtMs?: number
  /** The operator's settings for the carrier; read each time, because they change while this runs. */
  readonly terms?: () => CarrierTerms
}

interface CarrierTerms {
  readonly isPaused: boolean
  /** The carrier account has its own pace, independent of its numbers. */
  readonly isPaced: boolean
}

const noTerms: CarrierTerms = { isPaused: false, isPaced: false }

export interface Dispatcher {
  /** Stops claiming and resolves when texts in flight are recorded. */
  stop(): Promise<void>
  /** Resolves after stop. */
  readonly ended: Promise<void>
}

const batchesMax = 2
const recoveredTexts = 500
/** Poll interval for new texts: while texts arrive, and after an idle period. */
const pollMs = 20
const idlePollMs = 40
const idleAfterMs = 5_000
const sweepMs = 1_000
const recoverMs = 2_000

/**
 * Moves texts from the outbox to the carrier until it is stopped. Any number of processes may run one.
 *
 * Three loops run side by side. `discover` polls for texts that have just arrived, `sweep` finds every waiting text,
 * and `recover` asks the carrier about attempts whose lease has ended. Each calls `pump`, which starts batches. The
 * dispatcher is in one of these states:
 *
 * - moving: up to two batches are in flight, and each batch that ends starts the next.
 * - link down: nothing is claimed. `sweep` still measures the age of the oldest text.
 * - paused: the operator has paused the carrier. Lanes are found and kept.
 * - paced: the account's pace is used up, or a claim has failed. Nothing is claimed before `claimsFromMs`.
 * - database trouble: every loop and batch backs off after each failure, up to five seconds, and the log has one line
 *   when it begins and one when it ends.
 * - stopping: nothing new is claimed. `stop` resolves when the batches in flight are recorded.
 */
export function startDispatcher(parts: DispatcherParts): Dispatcher {
  return new RunningDispatcher(parts)
}

class RunningDispatcher implements Dispatcher {
  readonly ended: Promise<void>
  readonly #tellEnded: () => void
  readonly #parts: DispatcherParts
  readonly #terms: () => CarrierTerms
  readonly #leaseMs: number
  readonly #lanes = new Lanes()
  readonly #finder: LaneFinder
  readonly #link: { isUp(): boolean }
  readonly #trouble: DatabaseTrouble
  readonly #metrics: DispatcherMetrics
  readonly #runner: BatchRunner
  readonly #stopping = new AbortController()
  readonly #batches = new Set<Promise<void>>()
  readonly #loops: readonly Promise<void>[]
  #oldestMs = 0
  #arrivedAtMs = 0

  constructor(parts: DispatcherParts) {
    const { database, carrier, log, settleReceipts, leaseMs = 30_000, marginMs = leaseMs / 6 } = parts
    const { terms = () => noTerms, doubtMs = leaseMs } = parts
    this.#parts = parts
    this.#terms = terms
    this.#leaseMs = leaseMs
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#tellEnded = resolve
    this.#finder = new LaneFinder(database, carrier.name)
    this.#link = watchLink(carrier, log)
    this.#trouble = new DatabaseTrouble(log)
    this.#metrics = observeDispatcher(() => ({
      carrier: carrier.name,
      oldestMs: this.#oldestMs,
      lanes: this.#lanes.size,
      textsInFlight: this.#runner.textsInFlight,
    }))
    this.#runner = new BatchRunner({
      database,
      carrier,
      settleReceipts,
      lanes: this.#lanes,
      trouble: this.#trouble,
      metrics: this.#metrics,
      leaseMs,
      marginMs,
      doubtMs,
      isPaced: () => terms().isPaced,
    })
    this.#loops = [
      this.#repeat(() => this.#sweep()),
      this.#repeat(() => this.#discover()),
      this.#repeat(() => this.#recover()),
    ]
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#loops)
    await Promise.all(this.#batches)
    this.#metrics.stop()
    this.#tellEnded()
  }

  /** Repeats work, which returns the delay until its next run. */
  async #repeat(work: () => Promise<number>): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      let waitMs: number
      try {
        waitMs = await work()
      } catch (error) {
        waitMs = this.#trouble.wentWrong(error)
      }
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  }

  async #discover(): Promise<number> {
    if (!this.#link.isUp()) return pollMs
    const { lanes: found, isFull } = await this.#finder.arrived()
    this.#trouble.wentWell()
    const now = performance.now()
    if (found.length > 0) this.#arrivedAtMs = now
    for (const lane of found) this.#lanes.found(lane, now)
    this.#pump()
    if (isFull) return 0
    return now - this.#arrivedAtMs < idleAfterMs ? pollMs : idlePollMs
  }

  async #sweep(): Promise<number> {
    const began = performance.now()
    const waiting = await this.#finder.waiting()
    this.#trouble.wentWell()
    this.#oldestMs = waiting.oldestMs
    if (this.#link.isUp()) for (const lane of waiting.lanes) this.#lanes.found(lane, performance.now())
    this.#pump()
    return spacing(sweepMs, performance.now() - began)
  }

  async #recover(): Promise<number> {
    const { database, carrier, settleReceipts } = this.#parts
    // While the link is down the carrier cannot be asked, and the worker that knows the outcome may still record it.
    if (carrier.lookUp && carrier.link === 'down') return recoverMs
    const began = performance.now()
    const { settled, isFull } = await recoverTexts(database, {
      carrier,
      settleReceipts,
      leaseMs: this.#leaseMs / 3,
      size: recoveredTexts,
    })
    this.#trouble.wentWell()
    this.#runner.wake(settled)
    this.#pump()
    return isFull ? 0 : spacing(recoverMs, performance.now() - began)
  }

  #pump(): void {
    const now = performance.now()
    if (now < this.#runner.claimsFromMs) return
    while (this.#mayStart()) {
      const taken = this.#lanes.take(this.#runner.batchTexts, now)
      if (taken.length === 0) return
      const batch = this.#runner.run(taken)
      this.#batches.add(batch)
      void batch.then(() => this.#batches.delete(batch)).then(() => this.#pump())
    }
  }

  #mayStart(): boolean {
    const { signal } = this.#stopping
    return !signal.aborted && this.#batches.size < batchesMax && this.#link.isUp() && !this.#terms().isPaused
  }
}
