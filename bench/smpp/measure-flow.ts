import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadResult } from '../accept/load/load-result.ts'
import { type Metered, startMeter } from '../accept/measure/meter.ts'
import { type Figure, round } from '../accept/report/figure.ts'
import type { SmppBench } from './parts.ts'
import type { FastSmsc } from './smsc-process.ts'

interface Flow {
  readonly name: string
  readonly smsc: FastSmsc
  readonly processes: Metered
  /** Runs the load for this many seconds. */
  readonly ask: (seconds: number) => Promise<LoadResult>
}

const drainLimitMs = 180_000

/** Sends texts over HTTP and counts those that reach the carrier. */
export async function measureFlow(
  { warmUpSeconds, seconds }: SmppBench,
  { name, smsc, processes, ask }: Flow,
): Promise<{ readonly figure: Figure; readonly loads: readonly LoadResult[] }> {
  const warmUp = warmUpSeconds > 0 ? [await ask(warmUpSeconds)] : []
  const { taken: takenBefore } = await smsc.count()
  const stopMeter = startMeter({ ...processes, carrier: [smsc.pid] }, seconds)
  const takenAfter = sleep(seconds * 1_000).then(() => smsc.count())
  const measured = await ask(seconds)
  const taken = (await takenAfter).taken - takenBefore
  const metered = stopMeter(taken, measured.seconds)
  const loads = [...warmUp, measured]
  const accepted = loads.reduce((sum, { answers }) => sum + answers, 0)
  await checkTaken(smsc, loads, accepted)
  const figure: Figure = {
    name,
    rate: round(taken / seconds, 0),
    p50Ms: round(measured.p50Ms, 2),
    p99Ms: round(measured.p99Ms, 2),
    ...metered,
    notes: {
      'accepted a second': round(measured.answers / measured.seconds, 0),
      'waiting at the end': accepted - takenBefore - taken,
    },
  }
  return { figure, loads }
}

/** Nothing was refused, and every accepted text reaches the carrier once. */
async function checkTaken(smsc: FastSmsc, loads: readonly LoadResult[], accepted: number): Promise<void> {
  const deadlineMs = performance.now() + drainLimitMs
  while ((await smsc.count()).taken < accepted && performance.now() < deadlineMs) await sleep(100)
  const { taken } = await smsc.count()
  const isClean = loads.every(load => load.refused + load.broken + load.timeouts === 0)
  if (!isClean || taken !== accepted)
    throw new Error(`the carrier accepted ${taken} of ${JSON.stringify(loads)}`)
}
