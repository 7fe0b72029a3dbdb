import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { writeSubmitted } from '../../packages/server/test/database/write-submitted.ts'

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
      await writeSubmitted(database, { advisorIds, conversations, messageIds: numbers })
      const atMs = performance.timeOrigin + performance.now()
      for (const number of numbers) committedAtMs.set(number, atMs)
    }
    const flight = write().finally(() => under.delete(flight))
    under.add(flight)
  }
  await Promise.all(under)
  return committedAtMs
}
