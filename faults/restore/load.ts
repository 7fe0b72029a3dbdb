import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import type { Installation } from '../machine/installation.ts'
import type { Advisor, Headers, People } from './people.ts'

/** A send that was acknowledged. */
export interface Acknowledged {
  readonly messageId: number
  readonly text: string
  readonly phone: string
}

export interface Stop {
  readonly phone: string
  readonly advisor: Advisor
  /** The round of the run in which it was written. */
  readonly round: number
}

/** A token, and when its grant was revoked, if it was. */
export interface Token {
  readonly headers: Headers
  readonly advisor: Advisor
  revokedAtMs?: number
}

/** Beyond the end of any run: a restore may undo the move, and then it is as the advisor asked for it at first. */
const farMs = 300 * 24 * 3_600_000

/** Every text of the load says where it is from, automatic ones do not. */
const mark = 'Restore text'
export const isOfLoad = (text: string): boolean => text.startsWith(mark)
export const afterStop = (phone: string): string => `${mark} after the STOP of ${phone}.`

/** Everything that was done, as people outside of the service know it. */
export class Load {
  readonly acknowledged: Acknowledged[] = []
  readonly stops: Stop[] = []
  scheduled = 0
  revocations = 0
  tokens: Token[] = []
  readonly #installation: Installation
  readonly #people: People
  readonly #random: SeededRandom
  #texts = 0
  #isRunning = false
  #loops: Promise<void>[] = []
  /** Phones that were texted in this round and have not replied. */
  #texted: { readonly phone: string; readonly advisor: Advisor }[] = []

  constructor(installation: Installation, people: People, random: SeededRandom) {
    this.#installation = installation
    this.#people = people
    this.#random = random
  }

  /** Lets the application act for everybody, with new tokens. */
  async allowAll(): Promise<void> {
    this.tokens = []
    for (const advisor of [...this.#people.texting, ...this.#people.leaving]) {
      this.tokens.push({ headers: await this.#people.allow(advisor), advisor })
    }
  }

  start(round: number): void {
    this.#isRunning = true
    this.#texted = []
    this.#loops = [
      this.#repeat(25, () => this.#send()),
      this.#repeat(25, () => this.#send()),
      this.#repeat(600, () => this.#stop(round)),
      this.#repeat(500, () => this.#schedule()),
      this.#repeat(900, () => this.#revoke()),
    ]
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.all(this.#loops)
  }

  async #repeat(everyMs: number, act: () => Promise<void>): Promise<void> {
    while (this.#isRunning) {
      await sleep(everyMs * (0.5 + this.#random(100) / 100))
      // The database may be killed under it.
      await act().catch(() => {})
    }
  }

  #any<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#random(items.length)]
  }

  #new(): { phone: string; text: string } {
    this.#texts += 1
    return { phone: `+1312${String(this.#texts).padStart(7, '0')}`, text: `${mark} ${this.#texts}.` }
  }

  async #send(): Promise<void> {
    const token = this.#any(this.tokens.filter(({ revokedAtMs }) => revokedAtMs === undefined))
    if (!token) return
    const { phone, text } = this.#new()
    const messageId = await this.sendTo(token, phone, text)
    if (messageId !== undefined) this.#texted.push({ phone, advisor: token.advisor })
  }

  /** The id, if it was acknowledged. */
  async sendTo({ headers }: Token, phone: string, text: string): Promise<number | undefined> {
    const outcome = await this.#installation.client.call({
      method: 'POST',
      path: '/v1/text/messaging/messages',
      headers: { ...headers, 'idempotency-key': `${phone} ${text}` },
      body: JSON.stringify({ phone, text }),
    })
    if (outcome.kind !== 'answered' || outcome.status !== 200) return undefined
    const answer = JSON.parse(outcome.body) as { successes: { messageId: number | null }[] }
    const messageId = answer.successes[0]?.messageId ?? undefined
    if (messageId !== undefined) this.acknowledged.push({ messageId, text, phone })
    return messageId
  }

  /** Sends to people who were never texted. */
  async sendNew(count: number): Promise<void> {
    for (let sends = 0; sends < count; sends += 1) await this.#send()
  }

  /** The carrier has the STOP before anybody else knows of it. */
  async #stop(round: number): Promise<void> {
    const [sent] = this.#texted.splice(this.#random(Math.max(1, this.#texted.length)), 1)
    if (!sent) return
    await this.#installation.carrier.query(
      `with written as (
         insert into simulator_text (phone, number, text) values ($1, $2, 'STOP') returning id, phone, number, text, created_at
       )
       insert into simulator_event (kind, due_at, text_id, phone, number, text)
       select 'reply', created_at, id, phone, number, text from written`,
      [sent.phone, sent.advisor.number],
    )
    this.stops.push({ ...sent, round })
  }

  /**
   * The interface asks for a minute at least; what is due is moved so that it fires within the round. It is made the advisor's own:
   * one of an application would be refused after its grant has ended.
   */
  async #schedule(): Promise<void> {
    const token = this.#any(this.tokens.filter(({ revokedAtMs }) => revokedAtMs === undefined))
    if (!token) return
    const { phone, text } = this.#new()
    const outcome = await this.#installation.client.call({
      method: 'POST',
      path: '/v1/text/messaging/messages',
      headers: { ...token.headers, 'idempotency-key': `${phone} ${text}` },
      body: JSON.stringify({ phone, text, scheduleDelivery: true, deliveryDate: Date.now() + farMs }),
    })
    if (outcome.kind !== 'answered' || outcome.status !== 200) return
    const answer = JSON.parse(outcome.body) as { successes: { scheduleId: number }[] }
    const { observer } = this.#installation.database
    await observer.query(
      `update schedule set next_at = now() + make_interval(secs => $2), application_id = null where id = $1`,
      [answer.successes[0]?.scheduleId, this.#random(2_000) / 1_000],
    )
    this.scheduled += 1
  }

  async #revoke(): Promise<void> {
    const token = this.tokens.find(
      ({ advisor, revokedAtMs }) => revokedAtMs === undefined && this.#people.leaving.includes(advisor),
    )
    if (!token) return
    token.revokedAtMs = Date.now()
    await this.#people.revoke(token.advisor)
    this.revocations += 1
  }
}
