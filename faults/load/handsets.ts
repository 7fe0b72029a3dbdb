import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import type { SeededRandom } from '../../packages/server/src/platform/random/seeded-random.ts'
import { pick, type Recipient } from './recipients.ts'

/** A text from a phone. */
export interface Reply {
  /** The carrier's id of the text. */
  readonly id: number
  readonly recipient: Recipient
  readonly text: string
  readonly writtenAtMs: number
}

const keyOf = ({ advisor, phone }: Recipient): string => `${advisor.number} ${phone}`

/** Recipients' phones. Their texts are in the carrier's database before anyone is notified. */
export class Handsets {
  readonly replies: Reply[] = []
  readonly #carrier: Database
  readonly #random: SeededRandom
  readonly #stopped = new Map<string, { recipient: Recipient; sinceMs: number }>()

  constructor(carrier: Database, random: SeededRandom) {
    this.#carrier = carrier
    this.#random = random
  }

  async write(recipients: readonly Recipient[], text: string): Promise<void> {
    const { rows } = await this.#carrier.query<{ id: number; phone: string; number: string }>(
      `with written as (
         insert into simulator_text (phone, number, text)
         select phone, number, $3 from unnest($1::text[], $2::text[]) as given (phone, number)
         returning id, phone, number, text, created_at
       ), waiting as (
         insert into simulator_event (kind, due_at, text_id, phone, number, text)
         select 'reply', created_at, id, phone, number, text from written
       )
       select id, phone, number from written`,
      [recipients.map(({ phone }) => phone), recipients.map(({ advisor }) => advisor.number), text],
    )
    const byKey = new Map(recipients.map(each => [keyOf(each), each]))
    for (const { id, phone, number } of rows) {
      const recipient = byKey.get(`${number} ${phone}`) as Recipient
      this.replies.push({ id, recipient, text, writtenAtMs: Date.now() })
      if (text === 'STOP') this.#stopped.set(keyOf(recipient), { recipient, sinceMs: Date.now() })
      if (text === 'START') this.#stopped.delete(keyOf(recipient))
    }
  }

  hasStopped(recipient: Recipient): boolean {
    return this.#stopped.has(keyOf(recipient))
  }

  /** A recipient who opted out a while ago. */
  stoppedLongAgo(): Recipient | undefined {
    const old = [...this.#stopped.values()].filter(({ sinceMs }) => Date.now() - sinceMs > 5_000)
    return old.length > 0 ? pick(old, this.#random).recipient : undefined
  }
}
