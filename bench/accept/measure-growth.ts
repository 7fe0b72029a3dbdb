import { setTimeout as sleep } from 'node:timers/promises'
import { checkDigests } from './check-journal.ts'
import { type Copy, copyTemplate } from './databases.ts'
import type { Figure } from './figure.ts'
import { closedLoop } from './load.ts'
import { measureService } from './measure-service.ts'
import type { Bench } from './parts.ts'
import { storeMessages } from './store-messages.ts'

/**
 * Partitions hold five million texts each. Counted from here, ten million and the sends between end in a partition that is
 * all but full, which is when its indexes are largest: a new one would be as quick as the first day.
 */
const firstNumber = 4_000_000
const connections = 64
const pairs = 3

/**
 * The same sends again and again, while more and more lies in the tables. Each with an empty database beside it, by turns:
 * a machine is not as quick now as it was half an hour ago.
 */
export async function* measureGrowth(bench: Bench): AsyncGenerator<Figure> {
  const copy = await copyTemplate(bench.cluster.url)
  try {
    let from = 0
    for (const to of bench.storedCounts) {
      await storeMessages(copy.database, {
        applicationId: bench.prepared.callers.applicationId,
        from,
        to,
        firstNumber: Math.max(firstNumber, (await nextNumber(copy)) - from),
      })
      from = to
      bench.tell(`${to.toLocaleString('en-US')} messages stored`)
      await checkDigests(copy.database)
      await settle(copy)
      bench.tell('vacuumed, analysed and on disk')
      const stored = to.toLocaleString('en-US')
      const rows: Figure[] = []
      const beside: Figure[] = []
      for (let pair = 0; pair < (bench.isShort ? 1 : pairs); pair += 1) {
        beside.push(await measure(bench, `0 stored, beside ${stored}`))
        rows.push(await measure(bench, `${stored} stored`, copy))
        await copy.database.query('truncate outbox')
      }
      yield middleOf(beside)
      yield middleOf(rows)
    }
  } finally {
    await copy.drop()
  }
}

function measure(bench: Bench, what: string, copy?: Copy): Promise<Figure> {
  const name = `service, ${connections} connections, ${what}`
  const load = closedLoop(connections)
  return measureService(bench, { name, load, hasWorker: false, ...(copy && { copy }) })
}

/** The one in the middle by rate, with the rates of all. */
function middleOf(figures: readonly Figure[]): Figure {
  const byRate = figures.toSorted((one, other) => one.rate - other.rate)
  const middle = byRate[Math.floor(byRate.length / 2)] as Figure
  return { ...middle, notes: { 'rates in order': figures.map(({ rate }) => rate).join(', ') } }
}

/** What the measured sends have left of the sequence. */
async function nextNumber({ database }: Copy): Promise<number> {
  const { rows } = await database.query<{ next: number }>(
    'select (last_value - 1) / 1024 + 1 as next from message_id',
  )
  return rows[0]?.next ?? 0
}

/** A row must not pay for what the load has left to autovacuum and to the checkpointer. */
async function settle({ database }: Copy): Promise<void> {
  await database.query('vacuum (analyze)')
  await database.query('checkpoint')
  // What the operating system has yet to write.
  await sleep(5_000)
}
