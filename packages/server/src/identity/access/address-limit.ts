import { LeastRecentlyUsed } from '../../platform/memory/least-recently-used.ts'
import { Problem } from '../../platform/problem/problem.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { addressBlock } from './address-block.ts'
import { takeRequest, type Usage, type UsagePlan } from './usage/take-request.ts'
import { retryAfterSeconds } from './usage/usage-headers.ts'

/** The least recently seen address is evicted first; it then has the full burst again. */
const addressesMax = 20_000

/**
 * Counts unauthenticated requests that cost us something, by their address: failures, or requests that leave rows behind. In
 * this process only, and in bounded memory.
 */
export class AddressLimit {
  readonly #plan: UsagePlan
  readonly #clock: Clock
  readonly #usages = new LeastRecentlyUsed<Usage>(addressesMax)

  constructor(plan: Omit<UsagePlan, 'dailyQuota'>, clock: Clock) {
    this.#plan = { ...plan, dailyQuota: null }
    this.#clock = clock
  }

  get size(): number {
    return this.#usages.size
  }

  /** How many seconds the address must wait, or 0. Counts nothing. */
  waitSeconds(address: string): number {
    if (this.#usages.size === 0) return 0
    const usage = this.#usages.get(addressBlock(address))
    if (!usage) return 0
    const { verdict } = takeRequest(usage, this.#plan, this.#now())
    return verdict.refusedBy === undefined ? 0 : retryAfterSeconds(verdict)
  }

  count(address: string): void {
    const block = addressBlock(address)
    const { usage } = takeRequest(this.#usages.get(block), this.#plan, this.#now())
    this.#usages.set(block, usage)
  }

  #now(): { micros: number; epochMs: number } {
    return { micros: Math.floor(this.#clock.monotonicMs() * 1_000), epochMs: this.#clock.epochMs() }
  }
}

/** Far more failures than an honest caller has, even one whose access was revoked while it was busy. */
export const failuresPlan = { ratePerSecond: 10, burst: 300 }

/** Each leaves an interaction behind for an hour. A whole office may share an address. */
export const authorizationsPlan = { ratePerSecond: 2, burst: 120 }

export const tooMany = (seconds: number): Problem =>
  new Problem(
    'rate_limited',
    `There were too many failed requests from this address. Try again in ${seconds} s.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
