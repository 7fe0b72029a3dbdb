import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier, OnLate, Submission } from '../../carriers/index.ts'
import { classifyDatabaseError } from '../../platform/db/errors.ts'
import { byIndex } from '../../platform/db/indexes/by-index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { type Allowance, allowAll, allowLanes } from '../outbox/allow-lanes.ts'
import type { Lane, Lanes, TakenLane } from '../outbox/lanes.ts'
import { lockLanes } from '../outbox/queries.ts'
import { BatchSize } from './batch-size.ts'
import { releaseClaim } from './claim-queries.ts'
import { type Claimed, claimTexts } from './claim-texts.ts'
import type { DatabaseTrouble } from './database-trouble.ts'
import { endingOf } from './ending.ts'
import { followClaim, pauseMs } from './follow-claim.ts'
import type { Text } from './message-entry.ts'
import type { DispatcherMetrics } from './observe-dispatcher.ts'
import { type Outcome, type Recorded, recordSubmissions, type SettleReceipts } from './record-submissions.ts'
import { traceAttempts } from './trace-attempts.ts'

export interface BatchParts {
  readonly database: Database
  readonly carrier: Carrier
  readonly settleReceipts: SettleReceipts
  readonly lanes: Lanes
  readonly trouble: DatabaseTrouble
  readonly metrics: DispatcherMetrics
  readonly leaseMs: number
  readonly marginMs: number
  readonly doubtMs: number
  /** The carrier account has its own pace, independent of its numbers. */
  readonly isPaced: () => boolean
}

/** Takes texts from lanes through one attempt: allow, claim, submit, record. */
export class BatchRunner {
  readonly #parts: BatchParts
  #claimsFromMs = 0
  #textsInFlight = 0
  readonly #size = new BatchSize()

  constructor(parts: BatchParts) {
    this.#parts = parts
  }

  /** Nothing may be claimed before this time (monotonic clock). */
  get claimsFromMs(): number {
    return this.#claimsFromMs
  }

  /** How many texts to claim at once. */
  get batchTexts(): number {
    return this.#size.texts
  }

  get textsInFlight(): number {
    return this.#textsInFlight
  }

  /** Never rejects. */
  async run(wanted: readonly TakenLane[]): Promise<void> {
    try {
      await this.#runBatch(wanted)
    } catch (error) {
      this.#parts.trouble.wentWrong(error)
    }
  }

  async #runBatch(wanted: readonly TakenLane[]): Promise<void> {
    const { lanes, trouble, metrics, leaseMs, marginMs } = this.#parts
    const { lanes: taken, returnUnused } = await this.#allow(wanted)
    if (taken.length === 0) return
    const claimId = randomUUID()
    // Measured before the claim is sent, so that this deadline passes before the lease in the database does.
    const leaseEndsMs = performance.now() + leaseMs
    const claimed = await this.#claim(claimId, taken, leaseEndsMs)
    if (!claimed) return
    void returnUnused(claimed.texts.length).catch((error: unknown) => trouble.wentWrong(error))
    followClaim(lanes, taken, claimId, claimed)
    for (const reason of claimed.failed) metrics.counted(reason, 1)
    const { texts } = claimed
    if (texts.length === 0) return
    this.#textsInFlight += texts.length
    metrics.submitting(texts.length)
    const traces = traceAttempts(this.#parts.carrier.name, texts)
    const submittedAtMs = performance.now()
    const outcomes = await this.#submit(claimId, texts, leaseEndsMs - marginMs)
    traces.answered(outcomes)
    const accepted = outcomes.filter(({ result }) => result.ending === 'submitted').length
    this.#size.submitted({ texts: texts.length, taken: accepted, tookMs: performance.now() - submittedAtMs })
    this.wake(await this.#record(claimId, outcomes, leaseEndsMs))
    traces.recorded()
    for (const lane of taken) lanes.recorded(lane, claimId)
    this.#textsInFlight -= texts.length
  }

  /** Limits the lanes to the account's pace. The others wait. */
  async #allow(wanted: readonly TakenLane[]): Promise<Allowance> {
    const { database, carrier, lanes, isPaced } = this.#parts
    if (!isPaced()) return allowAll(wanted)
    try {
      const allowance = await allowLanes(database, carrier.name, wanted, this.#size.texts)
      const now = performance.now()
      if (allowance.waitMs > 0) this.#claimsFromMs = now + allowance.waitMs
      lanes.untouched(allowance.others, Math.max(now, this.#claimsFromMs))
      return allowance
    } catch (error) {
      lanes.untouched(wanted, performance.now() + pauseMs)
      throw error
    }
  }

  /** Undefined if nothing was claimed or the claim was released. */
  async #claim(
    claimId: string,
    taken: readonly TakenLane[],
    leaseEndsMs: number,
  ): Promise<Claimed | undefined> {
    const { database, carrier, lanes, trouble, leaseMs } = this.#parts
    try {
      const claimed = await claimTexts(database, { claimId, carrier: carrier.name, leaseMs, lanes: taken })
      trouble.wentWell()
      return claimed
    } catch (error) {
      this.#claimsFromMs = performance.now() + trouble.wentWrong(error)
      if (classifyDatabaseError(error) === 'unconfirmed') await this.#giveBack(claimId, taken, leaseEndsMs)
      lanes.untouched(taken, this.#claimsFromMs)
      return undefined
    }
  }

  async #giveBack(claimId: string, taken: readonly Lane[], untilMs: number): Promise<void> {
    const { database, trouble } = this.#parts
    const keys = columns(taken, 'advisorId', 'number')
    while (performance.now() < untilMs) {
      try {
        await byIndex(database, async tx => {
          // The commit may still be in progress and its claim not yet visible: it holds the lanes until it ends.
          await lockLanes(tx, keys)
          await releaseClaim(tx, [claimId, ...keys])
        })
        return
      } catch (error) {
        await sleep(trouble.wentWrong(error))
      }
    }
  }

  async #submit(claimId: string, texts: readonly Text[], notAfterMs: number): Promise<Outcome[]> {
    const { carrier, trouble, leaseMs, doubtMs } = this.#parts
    const submissions = await submitTexts(carrier, texts, notAfterMs, (reference, submission) => {
      const text = texts.find(({ messageId }) => String(messageId) === reference)
      if (!text) return
      const result = endingOf(submission, text.attempts, 0)
      // Already recorded as doubtful, or about to be: whichever comes second sees the other's record.
      void this.#record(claimId, [{ ...text, result }], performance.now() + leaseMs).catch((error: unknown) =>
        trouble.wentWrong(error),
      )
    })
    // A carrier with lookup is asked immediately.
    const heldMs = carrier.lookUp ? 0 : doubtMs
    return texts.map((text, index) => ({
      ...text,
      result: endingOf(submissions[index] ?? { status: 'unknown' }, text.attempts, heldMs),
    }))
  }

  /** The carrier's response must survive a short database outage, so this retries. */
  async #record(claimId: string, outcomes: readonly Outcome[], untilMs: number): Promise<Recorded[]> {
    const { database, carrier, settleReceipts, trouble } = this.#parts
    for (;;) {
      try {
        const recording = { claimId, carrier: carrier.name, outcomes, settleReceipts }
        const recorded = await recordSubmissions(database, recording)
        trouble.wentWell()
        return recorded
      } catch (error) {
        const waitMs = trouble.wentWrong(error)
        // One text that cannot be recorded must not cost the others.
        if (classifyDatabaseError(error) === 'bug' && outcomes.length > 1) {
          const alone = outcomes.map(outcome => this.#record(claimId, [outcome], untilMs))
          return (await Promise.all(alone)).flat()
        }
        // Too late to record; recovery asks the carrier instead.
        if (performance.now() > untilMs || classifyDatabaseError(error) === 'bug') return []
        await sleep(waitMs)
      }
    }
  }

  /**
   * Wakes the lanes of texts that can be tried now or soon: successors of finished ones, and those that came back
   * unsent.
   */
  wake(outcomes: readonly Recorded[]): void {
    const { lanes, metrics } = this.#parts
    const now = performance.now()
    for (const { outcome, isFollowed } of outcomes) {
      const { advisorId, number, messageId, result } = outcome
      metrics.counted(result.ending, 1)
      const isBack = result.ending === 'waiting' && result.dueInMs === null
      if (isFollowed) lanes.found({ advisorId, number, fromId: messageId }, now)
      else if (isBack) {
        const pausedMs = Math.max(pauseMs, result.pauseLaneMs ?? 0)
        lanes.found({ advisorId, number, fromId: messageId }, now + pausedMs)
      }
    }
  }
}

/** If a carrier rejects despite its contract, it may have written any of the texts. */
async function submitTexts(
  carrier: Carrier,
  texts: readonly Text[],
  notAfterMs: number,
  onLate: OnLate,
): Promise<Submission[]> {
  if (performance.now() >= notAfterMs) return texts.map(() => ({ status: 'unsent' }))
  const outgoing = texts.map(({ messageId, number, phone, text }) => ({
    reference: String(messageId),
    from: number,
    to: phone,
    text,
  }))
  try {
    const submissions = await carrier.submit(outgoing, notAfterMs, onLate)
    return submissions.length === texts.length ? submissions : []
  } catch {
    return []
  }
}
