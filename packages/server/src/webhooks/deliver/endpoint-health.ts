import type { Outcome } from '../calls/attempt-delivery.ts'
import type { LeasedEndpoint } from './queries.ts'
import { failuresMax, pauseAfterMs, probeDelayMs } from './retry-times.ts'

const slotsMax = 10
const successesPerSlot = 10
/** Up to here an endpoint that comes back doubles what it gets. */
const slowStartSlots = 4

interface Failing {
  readonly now: number
  readonly random: number
  readonly isProbe: boolean
}

/** Whether an endpoint works, and how much it gets at once. */
export class EndpointHealth {
  status: 'active' | 'failing' | 'paused'
  pausedBecause: 'gone' | 'failing' | null = null
  /** In a row. */
  failures: number
  failingSince: number | null
  probes: number
  probeAt: number | null
  deliveredAt: number | null = null
  /** The last delivery timed out. */
  isSlow = false
  #slots = slotsMax
  #successes = 0

  constructor({ status, failures, failingSince, probes, probeAt }: LeasedEndpoint) {
    this.status = status
    this.failures = failures
    this.failingSince = failingSince?.getTime() ?? null
    this.probes = probes
    this.probeAt = probeAt?.getTime() ?? null
  }

  /** While an endpoint fails, one probe at a time and rarely. */
  maySend(now: number, flying: number): boolean {
    switch (this.status) {
      case 'paused':
        return false
      case 'failing':
        return flying === 0 && now >= (this.probeAt ?? 0)
      case 'active':
        return flying < this.#slots
    }
  }

  /** Returns whether it was failing until now. */
  succeed(now: number): boolean {
    this.deliveredAt = now
    // Others were under way when it paused.
    if (this.status === 'paused') return false
    const isBack = this.status === 'failing'
    if (isBack) {
      this.#slots = 1
      this.#successes = 0
    } else this.#widen()
    this.status = 'active'
    this.failures = 0
    this.isSlow = false
    this.failingSince = null
    this.probes = 0
    this.probeAt = null
    return isBack
  }

  fail(outcome: Outcome, { now, random, isProbe }: Failing): void {
    if (this.status === 'paused') return
    const askedMs = outcome.kind === 'refused' ? outcome.retryAfterMs : undefined
    this.failures += 1
    if (outcome.kind === 'timeout') {
      this.isSlow = true
      this.#slots = Math.max(1, Math.floor(this.#slots / 2))
      this.#successes = 0
    }
    if (outcome.kind === 'refused' && outcome.status === 410) this.#pause('gone', now)
    else if (this.status === 'failing') {
      // Of those that were under way when it began to fail, none is a probe.
      if (!isProbe) return
      this.probes += 1
      this.probeAt = now + probeDelayMs(this.probes, random, askedMs)
      if (now - (this.failingSince ?? now) >= pauseAfterMs) this.#pause('failing', now)
    } else if (this.failures >= failuresMax) {
      this.status = 'failing'
      this.failingSince = now
      this.probes = 0
      this.probeAt = now + probeDelayMs(0, random, askedMs)
    }
  }

  #pause(why: 'gone' | 'failing', now: number): void {
    this.status = 'paused'
    this.failingSince ??= now
    this.pausedBecause = why
  }

  #widen(): void {
    if (this.#slots >= slotsMax) return
    this.#successes += 1
    if (this.#slots >= slowStartSlots && this.#successes < successesPerSlot) return
    this.#slots = this.#slots < slowStartSlots ? this.#slots * 2 : this.#slots + 1
    this.#successes = 0
  }
}
