import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier } from '../../carriers/index.ts'
import { classifyDatabaseError } from '../../db/errors.ts'
import type { Database } from '../../db/pool.ts'
import { type Allowance, allowAll, allowLanes } from './allow-lanes.ts'
import { byIndex } from './by-index.ts'
import { lockLanes, releaseClaim } from './claim-queries.ts'
import { type Claimed, claimTexts } from './claim-texts.ts'
import { endingOf } from './ending.ts'
import { LaneFinder, spacing } from './find-lanes.ts'
import { followClaim, pauseMs } from './follow-claim.ts'
import { type Lane, Lanes, type TakenLane } from './lanes.ts'
import type { Text } from './message-entry.ts'
import { observeDispatcher } from './observe-dispatcher.ts'
import { type Outcome, type Recorded, recordSubmissions, type SettleReceipts } from './record-submissions.ts'
import { recoverTexts } from './recover-texts.ts'
import { submitTexts } from './submit-texts.ts'
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
  /** So long before the end of the lease nothing is written to the carrier any more. */
  readonly marginMs?: number
  /** What the operator has set for the carrier; asked each time, because it changes while this runs. */
  readonly terms?: () => CarrierTerms
}

interface CarrierTerms {
  readonly isPaused: boolean
  /** Its account has a pace of its own, whatever its numbers may send. */
  readonly isPaced: boolean
}

const noTerms: CarrierTerms = { isPaused: false, isPaced: false }

export interface Dispatcher {
  /** Takes nothing new and resolves when what is under way is recorded. */
  stop(): Promise<void>
  /** Resolves after stop. */
  readonly ended: Promise<void>
}

const batchesMax = 2
const batchTexts = 500
/** How often arrivals are looked for: while texts come, and when none has come for a while. */
const pollMs = 20
const idlePollMs = 40
const idleAfterMs = 5_000
const sweepMs = 1_000
const recoverMs = 2_000
const troubleMaxMs = 5_000

/** Moves texts from the outbox to the carrier until it is stopped. Any number of processes may do so at once. */
export function startDispatcher(parts: DispatcherParts): Dispatcher {
  const { database, carrier, log, settleReceipts, leaseMs = 30_000, marginMs = leaseMs / 6 } = parts
  const { terms = () => noTerms } = parts
  const lanes = new Lanes()
  const finder = new LaneFinder(database, carrier.name)
  const stopping = new AbortController()
  const batches = new Set<Promise<void>>()
  const link = watchLink(carrier, log)
  let textsInFlight = 0
  let oldestMs = 0
  let troubles = 0
  let claimsFromMs = 0
  let arrivedAtMs = 0
  const metrics = observeDispatcher(() => ({
    carrier: carrier.name,
    oldestMs,
    lanes: lanes.size,
    textsInFlight,
  }))

  const isStopping = (): boolean => stopping.signal.aborted

  /** Only the database's own answer tells that it is back: a round that had no need of it does not. */
  function wentWell(): void {
    if (troubles > 0) log.info({}, 'texts move again')
    troubles = 0
  }

  /** Answers how long to wait before trying again. */
  function wentWrong(error: unknown): number {
    const failure = classifyDatabaseError(error)
    if (failure === 'bug') log.error({ err: error }, 'the dispatcher failed')
    else if (troubles === 0) log.warn({ err: error, failure }, 'texts wait for the database')
    troubles += 1
    return Math.min(troubleMaxMs, pauseMs * 2 ** Math.min(troubles - 1, 10))
  }

  /** Runs work again and again, which answers how long to wait for its next turn. */
  async function repeat(work: () => Promise<number>): Promise<void> {
    while (!isStopping()) {
      let waitMs: number
      try {
        waitMs = await work()
      } catch (error) {
        waitMs = wentWrong(error)
      }
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function discover(): Promise<number> {
    if (!link.isUp()) return pollMs
    const { lanes: found, isFull } = await finder.arrived()
    wentWell()
    const now = performance.now()
    if (found.length > 0) arrivedAtMs = now
    for (const lane of found) lanes.found(lane, now)
    pump()
    if (isFull) return 0
    return now - arrivedAtMs < idleAfterMs ? pollMs : idlePollMs
  }

  async function sweep(): Promise<number> {
    const began = performance.now()
    const waiting = await finder.waiting()
    wentWell()
    oldestMs = waiting.oldestMs
    if (link.isUp()) for (const lane of waiting.lanes) lanes.found(lane, performance.now())
    pump()
    return spacing(sweepMs, performance.now() - began)
  }

  async function recover(): Promise<number> {
    // While the link is down the carrier cannot tell, and the worker that does know may still come to record it.
    if (carrier.lookUp && carrier.link === 'down') return recoverMs
    const began = performance.now()
    const { settled, isFull } = await recoverTexts(database, {
      carrier,
      settleReceipts,
      leaseMs: leaseMs / 3,
      size: batchTexts,
    })
    wentWell()
    wake(settled)
    pump()
    return isFull ? 0 : spacing(recoverMs, performance.now() - began)
  }

  function pump(): void {
    const now = performance.now()
    if (now < claimsFromMs) return
    while (!isStopping() && batches.size < batchesMax && link.isUp() && !terms().isPaused) {
      const taken = lanes.take(batchTexts, now)
      if (taken.length === 0) return
      const batch = run(taken)
      batches.add(batch)
      void batch.then(() => batches.delete(batch)).then(pump)
    }
  }

  async function run(taken: readonly TakenLane[]): Promise<void> {
    try {
      await runBatch(taken)
    } catch (error) {
      wentWrong(error)
    }
  }

  /** What the pace of the account allows. The other lanes wait. */
  async function allow(wanted: readonly TakenLane[]): Promise<Allowance> {
    if (!terms().isPaced) return allowAll(wanted)
    try {
      const allowance = await allowLanes(database, carrier.name, wanted, batchTexts)
      const now = performance.now()
      if (allowance.waitMs > 0) claimsFromMs = now + allowance.waitMs
      lanes.untouched(allowance.others, Math.max(now, claimsFromMs))
      return allowance
    } catch (error) {
      lanes.untouched(wanted, performance.now() + pauseMs)
      throw error
    }
  }

  async function runBatch(wanted: readonly TakenLane[]): Promise<void> {
    const { lanes: taken, returnUnused } = await allow(wanted)
    if (taken.length === 0) return
    const claimId = randomUUID()
    // Before the claim is sent, so that this clock runs out before the lease in the database does.
    const leaseEndsMs = performance.now() + leaseMs
    let claimed: Claimed
    try {
      claimed = await claimTexts(database, { claimId, carrier: carrier.name, leaseMs, lanes: taken })
      wentWell()
    } catch (error) {
      claimsFromMs = performance.now() + wentWrong(error)
      if (classifyDatabaseError(error) === 'unconfirmed') await giveBack(claimId, taken, leaseEndsMs)
      lanes.untouched(taken, claimsFromMs)
      return
    }
    void returnUnused(claimed.texts.length).catch(wentWrong)
    followClaim(lanes, taken, claimId, claimed)
    for (const reason of claimed.failed) metrics.counted(reason, 1)
    const { texts } = claimed
    if (texts.length === 0) return
    textsInFlight += texts.length
    metrics.submitting(texts.length)
    const outcomes = await submit(claimId, texts, leaseEndsMs - marginMs)
    wake(await record(claimId, outcomes, leaseEndsMs))
    for (const lane of taken) lanes.recorded(lane, claimId)
    textsInFlight -= texts.length
  }

  async function submit(claimId: string, texts: readonly Text[], notAfterMs: number): Promise<Outcome[]> {
    const submissions = await submitTexts(carrier, texts, notAfterMs, (reference, submission) => {
      const text = texts.find(({ messageId }) => String(messageId) === reference)
      if (!text) return
      const result = endingOf(submission, text.attempts, false)
      // Recorded as unconfirmed by now, or about to be: whichever comes second finds that this is known.
      void record(claimId, [{ ...text, result }], performance.now() + leaseMs).catch(wentWrong)
    })
    const canLookUp = carrier.lookUp !== undefined
    return texts.map((text, index) => ({
      ...text,
      result: endingOf(submissions[index] ?? { status: 'unknown' }, text.attempts, canLookUp),
    }))
  }

  /** What the carrier has said must not be lost while the database is away for a moment. */
  async function record(claimId: string, outcomes: readonly Outcome[], untilMs: number): Promise<Recorded[]> {
    for (;;) {
      try {
        const recording = { claimId, carrier: carrier.name, outcomes, settleReceipts }
        const recorded = await recordSubmissions(database, recording)
        wentWell()
        return recorded
      } catch (error) {
        const waitMs = wentWrong(error)
        // One text that cannot be recorded must not cost the others.
        if (classifyDatabaseError(error) === 'bug' && outcomes.length > 1) {
          const alone = outcomes.map(outcome => record(claimId, [outcome], untilMs))
          return (await Promise.all(alone)).flat()
        }
        // From now on the carrier is asked instead.
        if (performance.now() > untilMs || classifyDatabaseError(error) === 'bug') return []
        await sleep(waitMs)
      }
    }
  }

  /** Texts that may be tried now or soon: those after one that has ended, and those that came back unsent. */
  function wake(outcomes: readonly Recorded[]): void {
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

  async function giveBack(claimId: string, taken: readonly Lane[], untilMs: number): Promise<void> {
    const advisorIds = taken.map(({ advisorId }) => advisorId)
    const numbers = taken.map(({ number }) => number)
    while (performance.now() < untilMs) {
      try {
        await byIndex(database, async tx => {
          // The commit may still be under way, and what it claimed not yet to be seen: it holds the lanes until it ends.
          await lockLanes(tx, [advisorIds, numbers])
          await releaseClaim(tx, [claimId, advisorIds, numbers])
        })
        return
      } catch (error) {
        await sleep(wentWrong(error))
      }
    }
  }

  const loops = [repeat(sweep), repeat(discover), repeat(recover)]
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  return {
    ended,
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
      await Promise.all(batches)
      metrics.stop()
      resolve()
    },
  }
}
