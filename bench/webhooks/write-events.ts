import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'

interface Writing {
  readonly advisorIds: readonly number[]
  readonly conversations: number
  readonly perSecond: number
  readonly seconds: number
  /** Numbers of the first text. */
  readonly from: number
}

const transactionEvents = 5

/** Journals texts that carriers took, at an even rate. Returns when each was committed, by its number. */
export async function writeEvents(database: Database, writing: Writing): Promise<Map<number, number>> {
  const { advisorIds, conversations, perSecond, seconds, from } = writing
  const committedAtMs = new Map<number, number>()
  const under = new Set<Promise<void>>()
  const startedAtMs = performance.now()
  const total = perSecond * seconds
  for (let written = 0; written < total; written += transactionEvents) {
    const aheadMs = startedAtMs + (written * 1_000) / perSecond - performance.now()
    if (aheadMs > 2) await sleep(aheadMs)
    const numbers = Array.from({ length: transactionEvents }, (_, index) => from + written + index)
    const write = async (): Promise<void> => {
      await insertEvents(database, advisorIds, conversations, numbers)
      const atMs = performance.timeOrigin + performance.now()
      for (const number of numbers) committedAtMs.set(number, atMs)
    }
    const flight = write().finally(() => under.delete(flight))
    under.add(flight)
  }
  await Promise.all(under)
  return committedAtMs
}

/** Spread over advisors and their conversations. */
export async function insertEvents(
  database: Database,
  advisorIds: readonly number[],
  conversations: number,
  numbers: readonly number[],
): Promise<void> {
  await database.query({
    name: 'bench_write_events',
    text: `
      insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
      select ($1::bigint[])[1 + number % cardinality($1::bigint[])], clock_timestamp(), 'message.submitted', number,
        '{"actor":{"kind":"system"},"traceId":null}',
        convert_to(format('{"memberId":%s,"phone":"+12025550100"}', number / cardinality($1::bigint[]) % $2), 'UTF8'),
        sha256(''), sha256('')
      from unnest($3::bigint[]) as number`,
    values: [advisorIds, conversations, numbers],
  })
}
