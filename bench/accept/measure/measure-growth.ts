import { setTimeout as sleep } from 'node:timers/promises'
import { checkDigests } from '../checks/check-journal.ts'
import { type Copy, copyTemplate } from '../databases.ts'
import { closedLoop } from '../load/load.ts'
import { storeMessages } from '../load/store-messages.ts'
import type { Bench } from '../parts.ts'
import type { Figure } from '../report/figure.ts'
import { measureService } from './measure-service.ts'

/**
 * Where the stored texts begin. Partitions used to hold five million texts each, and this one ended in a partition that was
 * almost full. Now all are in one; the ids stay the same, so that the figures can be compared.
 */
const firstNumber = 4_000_000
const connections = 64
const pairs = 3

/**
 * Repeats the same sends while the tables grow. Each measurement alternates with one on an empty database,
 * because the speed of the machine varies over half an hour.
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

/** The figure with the median rate, with the rates of all. */
function middleOf(figures: readonly Figure[]): Figure {
  const byRate = figures.toSorted((one, other) => one.rate - other.rate)
  const middle = byRate[Math.floor(byRate.length / 2)] as Figure
  return { ...middle, notes: { 'rates in order': figures.map(({ rate }) => rate).join(', ') } }
}

/** Number of the next text, as the sequence counts. */
async function nextNumber({ database }: Copy): Promise<number> {
  const { rows } = await database.query<{ next: number }>(
    'select (last_value - 1) / 1024 + 1 as next from message_id',
  )
  return rows[0]?.next ?? 0
}

/** A measurement must not pay for autovacuum and checkpoints left over from loading. */
async function settle({ database }: Copy): Promise<void> {
  await database.query('vacuum (analyze)')
  await database.query('checkpoint')
  // Gives the operating system time to write dirty pages.
  await sleep(5_000)
}
