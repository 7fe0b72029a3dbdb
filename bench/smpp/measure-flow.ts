import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, round } from '../accept/figure.ts'
import type { LoadResult } from '../accept/load-result.ts'
import { type Metered, startMeter } from '../accept/meter.ts'
import type { SmppBench } from './parts.ts'
import type { FastSmsc } from './smsc-process.ts'

interface Flow {
  readonly name: string
  readonly smsc: FastSmsc
  readonly processes: Metered
  /** Sends for so many seconds. */
  readonly ask: (seconds: number) => Promise<LoadResult>
}

const drainLimitMs = 180_000

/** Texts by HTTP at one end, and what comes to the carrier at the other, which counts. */
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

/** Nothing was refused, and whatever was accepted comes to the carrier, once. */
async function checkTaken(smsc: FastSmsc, loads: readonly LoadResult[], accepted: number): Promise<void> {
  const deadlineMs = performance.now() + drainLimitMs
  while ((await smsc.count()).taken < accepted && performance.now() < deadlineMs) await sleep(100)
  const { taken } = await smsc.count()
  const isClean = loads.every(load => load.refused + load.broken + load.timeouts === 0)
  if (!isClean || taken !== accepted) throw new Error(`${taken} were taken of ${JSON.stringify(loads)}`)
}
