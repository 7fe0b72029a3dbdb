import { hash } from 'node:crypto'
import { metrics } from '@opentelemetry/api'
import { parseCheckpoint } from '@parley/evidence'
import type { Database } from '../../platform/db/pool.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import { requestTimestamp } from '../timestamps/request-timestamp.ts'
import type { LogDirectory } from './log-directory.ts'
import { lastTimestamp, saveTimestamp } from './queries.ts'

export interface TimestampAuthority {
  readonly url: string
  /** Certificates (DER) of the roots that it must lead to. */
  readonly roots: readonly Uint8Array[]
}

interface TimestampingParts {
  readonly database: Database
  readonly directory: LogDirectory
  readonly authority: TimestampAuthority
  readonly log: Logger
}

/** The verifier relies on time stamps that are at most an hour apart. */
const stampEveryMs = 50 * 60_000
const retryMs = 60_000
const timeoutMs = 10_000

/** Has an authority stamp what was published, beside the passes of the sealer: a slow authority delays nothing. */
export class Timestamping {
  readonly #parts: TimestampingParts
  #dueAtMs = Number.NEGATIVE_INFINITY
  #stampedSize: number | undefined
  #stampedAtMs = performance.now()
  #asking: Promise<void> | undefined

  constructor(parts: TimestampingParts) {
    this.#parts = parts
    metrics
      .getMeter('parley')
      .createObservableGauge('parley.log.timestamp.lag_seconds', {
        unit: 's',
        description: 'Time since a time-stamp authority had stamped what was published',
      })
      .addCallback(result => result.observe((performance.now() - this.#stampedAtMs) / 1_000))
  }

  /** Asks for a time stamp of the published checkpoint, if it is time to. Does not wait for the response. */
  stampIfDue(publishedSize: number): void {
    if (publishedSize === this.#stampedSize) this.#stampedAtMs = performance.now()
    else if (!this.#asking && performance.now() >= this.#dueAtMs) {
      this.#dueAtMs = performance.now() + retryMs
      this.#asking = this.#stamp()
        .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'could not get a time stamp'))
        .finally(() => {
          this.#asking = undefined
        })
    }
  }

  /** Resolves when no request is under way. */
  async settle(): Promise<void> {
    await this.#asking
  }

  async #stamp(): Promise<void> {
    const { database, directory, authority, log } = this.#parts
    const published = await directory.readCheckpoint()
    if (!published) return
    const { head, note } = parseCheckpoint(published)
    if (this.#stampedSize === undefined && (await this.#resume(head.origin))) return
    const outcome = await requestTimestamp({
      ...authority,
      hash: hash('sha256', note.text, 'buffer'),
      timeoutMs,
    })
    if (outcome.kind !== 'stamped') {
      log.warn({ outcome }, 'the time-stamp authority gave no time stamp')
      return
    }
    await saveTimestamp(database, [head.origin, head.size, Buffer.from(outcome.token)])
    await directory.writeTimestamp(head.size, published, outcome.token)
    this.#stamped(head.size, 0)
  }

  /** After a restart the last time stamp may still be recent. */
  async #resume(origin: string): Promise<boolean> {
    const [last] = await lastTimestamp(this.#parts.database, [origin])
    if (!last || last.ageMs >= stampEveryMs) return false
    this.#stamped(last.size, last.ageMs)
    return true
  }

  #stamped(size: number, ageMs: number): void {
    this.#stampedSize = size
    this.#stampedAtMs = performance.now() - ageMs
    this.#dueAtMs = this.#stampedAtMs + stampEveryMs
  }
}
