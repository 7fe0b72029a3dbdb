import { LeastRecentlyUsed } from '../../../platform/memory/least-recently-used.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import {
  dayOf,
  type Instant,
  lineMaxMicros,
  takeRequest,
  type Usage,
  type UsagePlan,
  type Verdict,
} from './take-request.ts'
import type { UsageCounter } from './usage-counter.ts'

const keysMax = 50_000

/** Counts for this process only. */
export class MemoryCounter implements UsageCounter {
  readonly #clock: Clock
  readonly #usages = new LeastRecentlyUsed<Usage>(keysMax)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  count(apiKeyId: number, plan: UsagePlan): Verdict {
    const key = String(apiKeyId)
    const { verdict, usage } = takeRequest(this.#usages.get(key), plan, this.#now())
    this.#usages.set(key, usage)
    return verdict
  }

  /** Continues from counts of another counter. */
  adopt(apiKeyId: number, { level, usedToday, waitMicros }: Verdict): void {
    const { micros, epochMs } = this.#now()
    const usage = {
      level,
      atMicros: micros,
      day: dayOf(epochMs),
      usedToday,
      lineEndsAtMicros: micros + Math.min(waitMicros, lineMaxMicros),
    }
    this.#usages.set(String(apiKeyId), usage)
  }

  #now(): Instant {
    return { micros: Math.floor(this.#clock.monotonicMs() * 1000), epochMs: this.#clock.epochMs() }
  }
}
