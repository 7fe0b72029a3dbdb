import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../../packages/server/src/addressbook/create-dice.ts'
import type { ServiceClient } from '../machine/service-client.ts'
import type { Recipients } from './recipients.ts'
import { type Attempt, type Sent, send } from './send.ts'

interface LoadOptions {
  readonly client: ServiceClient
  readonly recipients: Recipients
  readonly roll: Dice
  readonly ratePerSecond: number
  /** In every text, so that the checks know whose they are. */
  readonly mark: string
}

/** What the caller saw in one second. */
export interface Second {
  readonly answered: number
  /** From when a send was due to its answer. */
  readonly latenciesMs: readonly number[]
  /** Attempts that ended in anything but a 200. */
  readonly errors: number
}

const tickMs = 5

/**
 * Sends at a rate, whatever becomes of what was sent before (an open loop): a service that stands still does not slow the
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
    const { client, recipients, roll, mark } = this.#options
    const to = recipients.next()
    const number = this.sent.length
    const sent: Sent = {
      advisor: (to[0] as (typeof to)[0]).advisor,
      phones: to.map(({ phone }) => phone),
      text: `${mark} ${number}`,
      key: roll(2) === 0 ? `${mark}-${number}` : undefined,
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

  /** What happened since the last call. */
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

  /** Sends nothing new, and goes on with what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** Resolves when every send has its answer, at the latest after the time given: then nothing is retried any more. */
  async settle(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs
    while (this.#underWay.size > 0 && Date.now() < deadline) await sleep(100)
    this.#isOver = true
    await Promise.all(this.#underWay)
  }
}
