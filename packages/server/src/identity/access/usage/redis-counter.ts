import { hash } from 'node:crypto'
import { createClient, type RedisClientType } from 'redis'
import { within } from '../../../platform/time/within.ts'
import type { MemoryCounter } from './memory-counter.ts'
import { takeRequestScript } from './take-request.lua.ts'
import type { UsagePlan, Verdict } from './take-request.ts'
import type { UsageCounter } from './usage-counter.ts'

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

interface Settings {
  readonly url: string
  /** Separates installations that share a Redis. */
  readonly namespace: string
  /** Counts while Redis is unavailable. */
  readonly fallback: MemoryCounter
  readonly log: Log
}

const answerMs = 50
/** Pause after a failure of Redis, so that not every request waits for it. */
const restMs = 1_000
const sha = hash('sha1', takeRequestScript, 'hex')

/**
 * Counts for all api processes together. If Redis is down or slow, each process counts separately, and no request is refused
 * because of it.
 */
export class RedisCounter implements UsageCounter {
  readonly #settings: Settings
  readonly #client: RedisClientType
  readonly #firstConnection: Promise<unknown>
  #isDegraded = false
  #nextAttemptAtMs = -Infinity

  constructor(settings: Settings) {
    this.#settings = settings
    this.#client = createClient({
      url: settings.url,
      disableOfflineQueue: true,
      pingInterval: 2_000,
      // A Redis whose machine has vanished closes no connection, so a timeout is needed.
      socket: { connectTimeout: 2_000, socketTimeout: 6_000, reconnectStrategy: reconnectAfterMs },
    })
    this.#client.on('error', () => {}) // logged once, by #degrade
    this.#firstConnection = this.#client.connect().catch(() => {})
  }

  async count(apiKeyId: number, plan: UsagePlan): Promise<Verdict> {
    const { fallback } = this.#settings
    if (this.#isDegraded && !this.#mayTryAgain()) return fallback.count(apiKeyId, plan)
    try {
      const verdict = await within(answerMs, this.#take(apiKeyId, plan))
      fallback.adopt(apiKeyId, verdict)
      this.#recover()
      return verdict
    } catch (error) {
      this.#degrade(error)
      return fallback.count(apiKeyId, plan)
    }
  }

  close(): void {
    if (this.#client.isOpen) this.#client.destroy()
  }

  async #take(apiKeyId: number, plan: UsagePlan): Promise<Verdict> {
    if (!this.#client.isReady) await this.#firstConnection
    const options = {
      keys: [this.#keyOf(apiKeyId)],
      arguments: [plan.ratePerSecond, plan.burst, plan.dailyQuota ?? -1].map(String),
    }
    let answer: unknown
    try {
      answer = await this.#client.evalSha(sha, options)
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error
      answer = await this.#client.eval(takeRequestScript, options)
    }
    const [refused, waitMicros, level, usedToday, untilMidnightMs] = answer as [
      number,
      number,
      number,
      number,
      number,
    ]
    return {
      refusedBy: ([undefined, 'rate', 'quota'] as const)[refused],
      waitMicros,
      level,
      usedToday,
      untilMidnightMs,
    }
  }

  /** Meaningless outside this installation. */
  #keyOf(apiKeyId: number): string {
    const name = hash('sha256', `${this.#settings.namespace} ${apiKeyId}`, 'base64url')
    return `parley:usage:${name}`
  }

  /** One of several concurrent requests tries Redis; the others continue without it. */
  #mayTryAgain(): boolean {
    const nowMs = performance.now()
    if (!this.#client.isReady || nowMs < this.#nextAttemptAtMs) return false
    this.#nextAttemptAtMs = nowMs + restMs
    return true
  }

  #degrade(error: unknown): void {
    this.#nextAttemptAtMs = performance.now() + restMs
    if (this.#isDegraded) return
    this.#isDegraded = true
    this.#settings.log.warn({ err: error }, 'redis is unavailable: rate limits are counted per process')
  }

  #recover(): void {
    if (!this.#isDegraded) return
    this.#isDegraded = false
    this.#settings.log.info({}, 'redis is available again: rate limits are shared')
  }
}

const reconnectAfterMs = (retries: number): number => Math.min(50 * 2 ** Math.min(retries, 6), 1_000)
