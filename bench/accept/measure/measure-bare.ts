import { checkDigests, checkJournal } from '../checks/check-journal.ts'
import { countRows } from '../checks/count-rows.ts'
import { copyTemplate } from '../databases.ts'
import type { Bench } from '../parts.ts'
import { type Figure, round } from '../report/figure.ts'
import { lifeOfBlock, lifeOfOne } from './bare-life.ts'
import { sendBlock, sendOne } from './bare-statement.ts'
import { startMeter } from './meter.ts'
import { runPgbench } from './pgbench.ts'

interface BareRow {
  readonly name: string
  readonly script: string
  /** Sends per statement. */
  readonly block: number
  readonly clientCounts: readonly number[]
  /** Each text is also claimed, recorded and received. */
  readonly isLife?: boolean
}

const blockSize = 50

/** The engine without a service: the row changes of a text's whole life, one text or many a statement. */
export async function* measureBareLife(bench: Bench): AsyncGenerator<Figure> {
  for (const block of bench.isShort ? [1, 50] : [1, 50, 500]) {
    const [few, many] = block === 1 ? [[16], [4, 8, 16, 32, 64]] : [[2], [1, 2, 3, 4, 6]]
    yield await best(bench, {
      name: block === 1 ? 'bare life, one by one' : `bare life, ${block} a statement`,
      script: block === 1 ? lifeOfOne : lifeOfBlock,
      block,
      clientCounts: bench.isShort ? few : many,
      isLife: true,
    })
  }
}

/** The best rate with one send per transaction, then with many per transaction. */
export async function* measureBare(bench: Bench): AsyncGenerator<Figure> {
  yield await best(bench, {
    name: 'bare, one by one',
    script: sendOne,
    block: 1,
    clientCounts: bench.isShort ? [16] : [1, 2, 4, 8, 16, 32, 64, 128],
  })
  yield await best(bench, {
    name: `bare, ${blockSize} a statement`,
    script: sendBlock,
    block: blockSize,
    clientCounts: bench.isShort ? [2] : [1, 2, 4, 8],
  })
}

/** Tries each number of clients briefly, then measures the best for the full time. */
async function best(bench: Bench, row: BareRow): Promise<Figure> {
  if (row.clientCounts.length === 1) return measure(bench, row, row.clientCounts[0] ?? 1, bench.seconds)
  const seconds = Math.min(5, bench.seconds)
  const curve: Record<string, number> = {}
  for (const clients of row.clientCounts) {
    const figure = await measure(bench, row, clients, seconds)
    curve[String(clients)] = figure.rate
    bench.tell(`${row.name}, ${clients} clients: ${figure.rate} a second`)
  }
  const [clients = '1'] = Object.entries(curve).toSorted(([, one], [, other]) => other - one)[0] ?? []
  const figure = await measure(bench, row, Number(clients), bench.seconds)
  return { ...figure, notes: { clients: Number(clients), ...prefixed('rate at ', curve) } }
}

async function measure(bench: Bench, row: BareRow, clients: number, seconds: number): Promise<Figure> {
  const { name, script, block, isLife = false } = row
  const { cluster, prepared, shape } = bench
  const copy = await copyTemplate(cluster.url)
  try {
    const { advisors, members } = shape
    const variables = { advisors, members, block, application: prepared.callers.applicationId }
    const options = { url: copy.appUrl, script, variables, clients, sampled: 0.2 }
    // A short run counts transactions: if the machine stalls for a second, a one-second run would measure nothing.
    const short = bench.isShort && { transactions: 20 }
    const warmUp = await runPgbench({ ...options, ...(short || { seconds: 2 }) })
    const stopMeter = startMeter({ postgresql: cluster.pid, api: [], worker: [] }, seconds)
    const measured = await runPgbench({ ...options, ...(short || { seconds }) })
    const metered = stopMeter(measured.transactions * block, seconds)
    const rows = await countRows(copy.database)
    const sends = (warmUp.transactions + measured.transactions) * block
    const waiting = isLife ? 0 : sends
    const delivered = isLife ? sends : 0
    const isComplete = rows.messages === sends && rows.accepted === sends && rows.waiting === waiting
    if (!isComplete || rows.delivered !== delivered) {
      throw new Error(`${name} made ${sends} sends, but there are ${JSON.stringify(rows)}`)
    }
    if (isLife) await checkDigests(copy.database)
    else await checkJournal(copy.database, prepared)
    const { p50Ms, p99Ms } = measured
    const rate = round(measured.perSecond * block, 0)
    return { name, rate, p50Ms: round(p50Ms, 2), p99Ms: round(p99Ms, 2), ...metered }
  } finally {
    await copy.drop()
  }
}

const prefixed = (prefix: string, values: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}${key}`, value]))
