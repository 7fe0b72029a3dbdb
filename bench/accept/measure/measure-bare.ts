import { checkJournal } from '../checks/check-journal.ts'
import { countRows } from '../checks/count-rows.ts'
import { copyTemplate } from '../databases.ts'
import type { Bench } from '../parts.ts'
import { type Figure, round } from '../report/figure.ts'
import { sendBlock, sendOne } from './bare-statement.ts'
import { startMeter } from './meter.ts'
import { runPgbench } from './pgbench.ts'

interface BareRow {
  readonly name: string
  readonly script: string
  /** Sends per statement. */
  readonly block: number
  readonly clientCounts: readonly number[]
}

const blockSize = 50

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
  const { name, script, block } = row
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
    if ([rows.messages, rows.accepted, rows.waiting].some(count => count !== sends)) {
      throw new Error(`${name} made ${sends} sends, but there are ${JSON.stringify(rows)}`)
    }
    await checkJournal(copy.database, prepared)
    const { p50Ms, p99Ms } = measured
    const rate = round(measured.perSecond * block, 0)
    return { name, rate, p50Ms: round(p50Ms, 2), p99Ms: round(p99Ms, 2), ...metered }
  } finally {
    await copy.drop()
  }
}

const prefixed = (prefix: string, values: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}${key}`, value]))
