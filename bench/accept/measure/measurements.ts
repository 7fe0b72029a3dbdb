import { limits } from '@parley/contract'
import { closedLoop, openLoop } from '../load/load.ts'
import type { Bench } from '../parts.ts'
import type { Figure } from '../report/figure.ts'
import { measureBare, measureBareLife } from './measure-bare.ts'
import { measureDrain } from './measure-drain.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureIdle } from './measure-idle.ts'
import { measureKannel } from './measure-kannel.ts'
import { measureLedger } from './measure-ledger.ts'
import { measureSeal } from './measure-seal.ts'
import { measureService } from './measure-service.ts'
import { measureWays } from './measure-ways.ts'

/** Share of the saturated rate. */
const openLoopShare = 0.6

/** Measures the rows of a part. It knows the figures of the parts before it. */
type Measurement = (bench: Bench, earlier: readonly Figure[]) => AsyncGenerator<Figure>

/** The parts of the bench by the names that --only knows, in the order in which they run. */
export const measurements: Readonly<Record<string, Measurement>> = {
  bare: measureBare,
  life: measureBareLife,
  service: bench => closedLoops(bench, false),
  bulk: bulkSends,
  draining: bench => closedLoops(bench, true),
  outside: closedLoopsToCarrier,
  open: openLoops,
  idle: measureIdle,
  drain: measureDrain,
  kannel: measureKannel,
  growth: measureGrowth,
  ledger: measureLedger,
  seal: measureSeal,
  ways: measureWays,
}

/** Run only by name: growth takes long to load, the ledger counts every statement, which costs time itself, and the seal and the ways are comparisons of their own. */
const partsByName = ['growth', 'ledger', 'seal', 'ways']
export const usualParts = Object.keys(measurements).filter(part => !partsByName.includes(part))

async function* closedLoops(bench: Bench, hasWorker: boolean): AsyncGenerator<Figure> {
  for (const connections of bench.connectionCounts) {
    yield await measureService(bench, closedLoopRow(connections, hasWorker))
  }
}

const closedLoopRow = (connections: number, hasWorker: boolean) => ({
  name: `service, ${connections} connections${hasWorker ? ', worker draining' : ''}`,
  load: closedLoop(connections),
  hasWorker,
})

/** Without the simulator, whose tables and work would count as ours. */
async function* closedLoopsToCarrier(bench: Bench): AsyncGenerator<Figure> {
  for (const connections of bench.connectionCounts) {
    const name = `service, ${connections} connections, worker draining to a carrier outside`
    yield await measureService(bench, {
      name,
      load: closedLoop(connections),
      hasWorker: true,
      hasCarrierOutside: true,
    })
  }
}

/** Requests to as many recipients as one may have, as partners send to a group. */
async function* bulkSends(bench: Bench): AsyncGenerator<Figure> {
  const recipients = limits.recipients
  const row = { load: closedLoop(16), recipients }
  const name = `service, ${recipients} recipients a request`
  yield await measureService(bench, { ...row, name, hasWorker: false })
  yield await measureService(bench, { ...row, name: `${name}, worker draining`, hasWorker: true })
}

/** The saturated rate is that of the most connections, from the parts before, or measured here. */
async function* openLoops(bench: Bench, earlier: readonly Figure[]): AsyncGenerator<Figure> {
  for (const hasWorker of bench.isShort ? [true] : [false, true]) {
    const saturated = await saturate(bench, { hasWorker, earlier })
    // Few enough for a short run on a busy machine.
    const perSecond = bench.isShort ? 100 : Math.round(openLoopShare * saturated.rate)
    if (!earlier.includes(saturated)) yield saturated
    const name = `open loop at 60 % of the saturated rate${hasWorker ? ', worker draining' : ''}`
    const figure = await measureService(bench, { name, load: openLoop(perSecond), hasWorker })
    yield { ...figure, notes: { 'sent a second': perSecond, ...figure.notes } }
  }
}

async function saturate(
  bench: Bench,
  { hasWorker, earlier }: { readonly hasWorker: boolean; readonly earlier: readonly Figure[] },
): Promise<Figure> {
  const row = closedLoopRow(Math.max(...bench.connectionCounts), hasWorker)
  return earlier.find(({ name }) => name === row.name) ?? measureService(bench, row)
}
