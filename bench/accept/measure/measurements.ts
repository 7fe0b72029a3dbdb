import { closedLoop, openLoop } from '../load/load.ts'
import type { Bench } from '../parts.ts'
import type { Figure } from '../report/figure.ts'
import { measureBare } from './measure-bare.ts'
import { measureDrain } from './measure-drain.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureIdle } from './measure-idle.ts'
import { measureKannel } from './measure-kannel.ts'
import { measureService } from './measure-service.ts'

const openLoopPerSecond = 3_000

/** The parts of the bench by the names that --only knows, in the order in which they run. */
export const measurements: Readonly<Record<string, (bench: Bench) => AsyncGenerator<Figure>>> = {
  bare: measureBare,
  service: bench => closedLoops(bench, false),
  draining: bench => closedLoops(bench, true),
  open: openLoops,
  idle: measureIdle,
  drain: measureDrain,
  kannel: measureKannel,
  growth: measureGrowth,
}

/** Growth takes long to load and runs only by name. */
export const usualParts = Object.keys(measurements).filter(part => part !== 'growth')

async function* closedLoops(bench: Bench, hasWorker: boolean): AsyncGenerator<Figure> {
  for (const connections of bench.connectionCounts) {
    const name = `service, ${connections} connections${hasWorker ? ', worker draining' : ''}`
    yield await measureService(bench, { name, load: closedLoop(connections), hasWorker })
  }
}

async function* openLoops(bench: Bench): AsyncGenerator<Figure> {
  // Small enough for a short run on a busy machine.
  const perSecond = bench.isShort ? 100 : openLoopPerSecond
  for (const hasWorker of bench.isShort ? [true] : [false, true]) {
    const name = `open loop, ${perSecond.toLocaleString('en-US')} a second${hasWorker ? ', worker draining' : ''}`
    yield await measureService(bench, { name, load: openLoop(perSecond), hasWorker })
  }
}
