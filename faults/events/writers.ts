import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import { pick } from '../load/recipients.ts'

/** An event's subject names its conversation and its number there: this many fit. */
const eventsMax = 10_000_000

export const conversationOf = (subjectId: number): number => Math.floor(subjectId / eventsMax)
export const numberOf = (subjectId: number): number => subjectId % eventsMax

interface WriterOptions {
  readonly appUrl: string
  readonly writers: number
  readonly isEnough: (written: number) => boolean
  readonly conversations: readonly { readonly id: number; readonly advisorId: number }[]
  readonly random: (below: number) => number
  /** How many may be written by now, so that faults and writing go together. */
  readonly allowed: () => number
}

/** A table whose row lock decides the order within a conversation: its counter is what readers must see, one by one. */
export const createConversations = async (
  owner: Database,
  conversations: WriterOptions['conversations'],
): Promise<void> => {
  await owner.query(`
    create table heard (conversation bigint primary key, advisor_id bigint not null, events bigint not null default 0)
      with (fillfactor = 20);
    create table early (writer integer);
    grant select, insert, update on heard to parley_app;
    grant insert on early to parley_app`)
  await owner.query('insert into heard select unnest($1::bigint[]), unnest($2::bigint[])', [
    conversations.map(({ id }) => id),
    conversations.map(({ advisorId }) => advisorId),
  ])
}

/** Writers that overlap, wait for each other, roll back, and begin again when their connection is gone. */
export class Writers {
  readonly #options: WriterOptions
  readonly #pool: Database
  written = 0
  failures = 0

  constructor(options: WriterOptions) {
    this.#options = options
    this.#pool = createPool({
      url: options.appUrl,
      size: options.writers,
      applicationName: 'writers',
      connectTimeoutMs: 10_000,
    })
  }

  async run(): Promise<void> {
    const { writers, isEnough, allowed } = this.#options
    const work = async (): Promise<void> => {
      while (!isEnough(this.written)) {
        if (this.written >= allowed()) await pause(20)
        else
          await this.#write().catch(async () => {
            this.failures += 1
            await pause(200)
          })
      }
    }
    await Promise.all(Array.from({ length: writers }, work))
    await this.#pool.end()
  }

  async #write(): Promise<void> {
    const { random } = this.#options
    const client = await this.#pool.connect()
    let isBroken = true
    try {
      await client.query('begin')
      // Half of them have their transaction id before they wait for a lock, so ids do not have the order of commits.
      if (random(2) === 0) await client.query('insert into early values (1)')
      const conversations = this.#some()
      await client.query({
        name: 'lock_heard',
        text: 'select from heard where conversation = any ($1::bigint[]) order by conversation for update',
        values: [conversations],
      })
      if (random(4) === 0) await pause(random(10))
      await client.query({ name: 'write_heard', text: writeEvents, values: [conversations] })
      if (random(4) === 0) await pause(random(10))
      const isKept = random(10) > 0
      await client.query(isKept ? 'commit' : 'rollback')
      if (isKept) this.written += conversations.length
      isBroken = false
    } finally {
      client.release(isBroken)
    }
  }

  /** One to eight, different ones. */
  #some(): number[] {
    const { conversations, random } = this.#options
    const picked = new Set<number>()
    for (let count = 1 + random(8); count > 0; count -= 1) picked.add(pick(conversations, random).id)
    return [...picked]
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const writeEvents = `
  with next as (
    update heard set events = events + 1 where conversation = any ($1::bigint[])
    returning conversation, advisor_id, events
  )
  insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
  select advisor_id, clock_timestamp(), 'message.submitted', conversation * ${eventsMax} + events,
    '{"actor":{"kind":"system"},"traceId":null}',
    convert_to(format('{"memberId":%s,"phone":"+12025550100"}', conversation), 'UTF8'), sha256(''), sha256('')
  from next`
