import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import type { ServiceClient } from '../machine/service-client.ts'
import type { Recipients } from './recipients.ts'
import { type Attempt, type Sent, send } from './send.ts'

interface LoadOptions {
  readonly client: ServiceClient
  readonly recipients: Recipients
  readonly random: SeededRandom
  readonly ratePerSecond: number
  /** Marker in every text, so that the checks recognize texts of this run. */
  readonly mark: string
}

/** Results of one second, as seen by the caller. */
export interface Second {
  readonly answered: number
  /** From the due time of a send to its response. */
  readonly latenciesMs: readonly number[]
  /** Attempts with any result other than 200. */
  readonly errors: number
}

const tickMs = 5

/**
 * Sends at a fixed rate regardless of earlier sends (an open loop): a stalled service does not slow the
 * load down, and the wait is in the latencies.
 */
export class Load {
  readonly sent: Sent[] = []
  readonly #options: LoadOptions
  readonly #underWay = new Set<Promise<void>>()
  #isStopped = false
  #isOver = false
  #latenciesMs: number[] = []
  #errors = 0
  #running: Promise<void> | undefined

  constructor(options: LoadOptions) {
    this.#options = options
  }

  start(): void {
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    const startedAtMs = Date.now()
    const spacingMs = 1_000 / this.#options.ratePerSecond
    while (!this.#isStopped) {
      const due = Math.floor((Date.now() - startedAtMs) / spacingMs)
      while (this.sent.length < due) this.#send(startedAtMs + this.sent.length * spacingMs)
      await sleep(tickMs)
    }
  }

  #send(dueAtMs: number): void {
    const { client, recipients, random, mark } = this.#options
    const to = recipients.next()
    const number = this.sent.length
    const sent: Sent = {
      advisor: (to[0] as (typeof to)[0]).advisor,
      phones: to.map(({ phone }) => phone),
      text: `${mark} ${number}`,
      key: random(2) === 0 ? `${mark}-${number}` : undefined,
      dueAtMs,
      attempts: [],
    }
    this.sent.push(sent)
    const done = send(client, sent, {
      isOver: () => this.#isOver,
      onAttempt: (attempt, of) => this.#count(attempt, of),
    })
    this.#underWay.add(done)
    void done.finally(() => this.#underWay.delete(done))
  }

  #count(attempt: Attempt, { dueAtMs }: Sent): void {
    if (attempt.ending === 200) this.#latenciesMs.push(attempt.endedAtMs - dueAtMs)
    else this.#errors += 1
  }

  /** Results since the last call. */
  takeSecond(): Second {
    const second = {
      answered: this.#latenciesMs.length,
      latenciesMs: this.#latenciesMs,
      errors: this.#errors,
    }
    this.#latenciesMs = []
    this.#errors = 0
    return second
  }

  get waiting(): number {
    return this.#underWay.size
  }

  /** Stops new sends and continues those in flight. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** Resolves when every send has a response, or after the given time; then nothing is retried. */
  async settle(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs
    while (this.#underWay.size > 0 && Date.now() < deadline) await sleep(100)
    this.#isOver = true
    await Promise.all(this.#underWay)
  }
}
