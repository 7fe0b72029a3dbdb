import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import type { ServiceClient } from '../machine/service-client.ts'
import type { Handsets } from './handsets.ts'
import type { Load } from './load.ts'
import { pick, type Recipient, type Recipients } from './recipients.ts'
import type { Sent } from './send.ts'

interface ChatterOptions {
  readonly client: ServiceClient
  readonly load: Load
  readonly recipients: Recipients
  readonly handsets: Handsets
  readonly random: SeededRandom
}

/** A status that a caller read. */
export interface Seen {
  readonly messageId: number
  readonly status: string
}

const everyMs = 200
const lookedBackSends = 2_000

/** Traffic beside the sends: consent requests, replies and status lookups. */
export class Chatter {
  /** Statuses read, in order. 404 means the message was not found. */
  readonly seen: Seen[] = []
  consentRequests = 0
  readonly #options: ChatterOptions
  #isStopped = false
  readonly #loops: Promise<void>[] = []

  constructor(options: ChatterOptions) {
    this.#options = options
  }

  start(): void {
    this.#loops.push(
      this.#repeat(everyMs, () => this.#readStatus()),
      this.#repeat(1_000, () => this.#talk()),
      this.#repeat(2_000, async () => {
        const recipient = this.#options.recipients.unasked()
        if (recipient) await this.askForConsent([recipient])
      }),
    )
  }

  async #repeat(spacingMs: number, work: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      await work()
      await sleep(spacingMs)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#loops)
  }

  /** Retries until there is a response: all are recipients of one advisor. */
  async askForConsent(recipients: readonly Recipient[]): Promise<void> {
    const [first] = recipients
    if (!first) return
    this.consentRequests += 1
    const headers = { ...first.advisor.headers, 'idempotency-key': `consent-${first.phone}` }
    const body = JSON.stringify({ phoneNumbers: recipients.map(({ phone }) => phone) })
    const path = '/v1/text/messaging/consent-requests'
    for (let tries = 0; tries < 30; tries += 1) {
      const outcome = await this.#options.client.call({ method: 'POST', path, headers, body })
      if (outcome.kind === 'answered' && outcome.status === 200) return
      await sleep(500)
    }
  }

  async #talk(): Promise<void> {
    const { recipients, handsets, random } = this.#options
    const one = recipients.plain()
    if (random(2) === 0 && !handsets.hasStopped(one)) await handsets.write([one], 'STOP')
    const stopped = handsets.stoppedLongAgo()
    if (random(2) === 0 && stopped) await handsets.write([stopped], 'START')
    const word = pick(['HELP', 'Thanks', 'See you on Monday', undefined, undefined], random)
    if (word) await handsets.write([recipients.plain()], word)
  }

  async #readStatus(): Promise<void> {
    const { client, load, random } = this.#options
    const sent = pick(load.sent.slice(-lookedBackSends), random) as Sent | undefined
    if (!sent?.answer) return
    const { successes } = JSON.parse(sent.answer) as { successes: { messageId: number }[] }
    const messageId = successes[0]?.messageId
    if (messageId === undefined) return
    const { headers } = sent.advisor
    const outcome = await client.call({
      method: 'GET',
      path: `/v1/text/messaging/messages/${messageId}`,
      headers,
    })
    if (outcome.kind !== 'answered') return
    if (outcome.status === 404) this.seen.push({ messageId, status: 'not found' })
    if (outcome.status !== 200) return
    this.seen.push({ messageId, status: (JSON.parse(outcome.body) as { status: string }).status })
  }
}
