import { loadavg } from 'node:os'
import type { Load } from './load/load.ts'
import { slowEndings } from './load/recipients.ts'
import type { Installation } from './machine/installation.ts'

/** One second of the run, as the plot shows it. */
export interface WatchedSecond {
  /** Since the load began. */
  readonly second: number
  readonly answered: number
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  readonly errors: number
  /** Sends in flight. */
  readonly waiting: number
  /**
   * How long the oldest due text has been due, in flight or not, except texts that the carrier itself delays.
   * Null: the database did not respond.
   */
  readonly queueAgeS: number | null
  readonly outbox: number | null
  readonly load: number
}

export interface Watch {
  readonly seconds: readonly WatchedSecond[]
  /** Resolves when the queue is younger than this, or with undefined when the time is up. */
  isYounger(thanS: number, withinMs: number): Promise<number | undefined>
  stop(): void
}

const patienceMs = 2_000

/** Samples the load and the queue every second. */
export function startWatch(
  installation: Installation,
  load: Load,
  onSecond: (second: WatchedSecond) => void,
): Watch {
  const seconds: WatchedSecond[] = []
  const waiting = new Set<() => void>()
  let count = 0
  let isLooking = false

  async function look(): Promise<void> {
    const second = count
    count += 1
    const { answered, latenciesMs, errors } = load.takeSecond()
    const inOrder = latenciesMs.toSorted((one, other) => one - other)
    // An unavailable database delays this query, but not the samples.
    const queue = isLooking ? undefined : await lookAtQueue()
    const watched: WatchedSecond = {
      second,
      answered,
      p50Ms: quantile(inOrder, 0.5),
      p99Ms: quantile(inOrder, 0.99),
      errors,
      waiting: load.waiting,
      queueAgeS: queue?.age ?? null,
      outbox: queue?.texts ?? null,
      load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    }
    seconds.push(watched)
    onSecond(watched)
    waiting.forEach(each => each())
  }

  async function lookAtQueue(): Promise<{ age: number; texts: number } | undefined> {
    isLooking = true
    try {
      const query = {
        text: `select count(*) as texts,
            coalesce(extract(epoch from max(now() - due_at) filter (where due_at <= now())), 0)::float8 as age
          from outbox cross join lateral (
            -- One by one: a join would read every text of the run, each second.
            select phone from message where message.advisor_id = outbox.advisor_id and message.id = message_id offset 0
          ) as message
          where right(message.phone, 4) <> all ($1)`,
        values: [slowEndings],
        query_timeout: patienceMs,
      }
      const { rows } = await installation.database.observer.query<{ age: number; texts: number }>(query)
      return rows[0] && { ...rows[0], age: Math.round(rows[0].age * 100) / 100 }
    } catch {
      return undefined
    } finally {
      isLooking = false
    }
  }

  const timer = setInterval(() => void look(), 1_000)
  return {
    seconds,
    isYounger: (thanS, withinMs) =>
      new Promise(resolve => {
        const beganAtMs = performance.now()
        const check = (): void => {
          const age = seconds.at(-1)?.queueAgeS
          const tookMs = performance.now() - beganAtMs
          const isYoung = age !== null && age !== undefined && age < thanS
          if (!isYoung && tookMs < withinMs) return
          waiting.delete(check)
          resolve(isYoung ? tookMs : undefined)
        }
        waiting.add(check)
      }),
    stop: () => clearInterval(timer),
  }
}

export function quantile(inOrder: readonly number[], share: number): number | null {
  const value = inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))]
  return value === undefined ? null : Math.round(value)
}
