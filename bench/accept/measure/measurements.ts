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

const openLoopPerSecond = 3_000

/** The parts of the bench by the names that --only knows, in the order in which they run. */
export const measurements: Readonly<Record<string, (bench: Bench) => AsyncGenerator<Figure>>> = {
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
    const name = `service, ${connections} connections${hasWorker ? ', worker draining' : ''}`
    yield await measureService(bench, { name, load: closedLoop(connections), hasWorker })
  }
}

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

async function* openLoops(bench: Bench): AsyncGenerator<Figure> {
  // Small enough for a short run on a busy machine.
  const perSecond = bench.isShort ? 100 : openLoopPerSecond
  for (const hasWorker of bench.isShort ? [true] : [false, true]) {
    const name = `open loop, ${perSecond.toLocaleString('en-US')} a second${hasWorker ? ', worker draining' : ''}`
    yield await measureService(bench, { name, load: openLoop(perSecond), hasWorker })
  }
}
