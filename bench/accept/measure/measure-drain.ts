import { setTimeout as sleep } from 'node:timers/promises'
import { type Copy, copyTemplate } from '../databases.ts'
import { checkDrained, countSubmitted, oldestText, pileUp } from '../load/backlog.ts'
import { openLoop } from '../load/load.ts'
import type { Bench } from '../parts.ts'
import { type Figure, round } from '../report/figure.ts'
import { type Service, startInstallation } from '../service.ts'
import { startMeter } from './meter.ts'
import { percentile } from './percentile.ts'

const drainLimitSeconds = 120
const pollMs = 100
/** Younger texts do not count as a backlog. */
const caughtUpMs = 1_000

/** A worker draining a backlog: alone, and during sends. */
export async function* measureDrain(bench: Bench): AsyncGenerator<Figure> {
  const backlog = bench.isShort ? 5_000 : 200_000
  const name = `drain of ${backlog.toLocaleString('en-US')}`
  yield await withBacklog(bench, backlog, false, (copy, service) =>
    drainAlone(bench, name, backlog, copy, service),
  )
  yield await withBacklog(bench, backlog, true, (copy, service) =>
    drainWhileSending(bench, name, copy, service),
  )
}

async function withBacklog(
  bench: Bench,
  backlog: number,
  hasApi: boolean,
  measure: (copy: Copy, service: Service) => Promise<Figure>,
): Promise<Figure> {
  const { cluster, publicOrigin, apiPorts, workerPort, nodeArguments } = bench
  const copy = await copyTemplate(cluster.url)
  try {
    await pileUp(bench, copy, backlog)
    await bench.profile?.begin(copy.database)
    const processes = { apiPorts: hasApi ? apiPorts : [], workerPort }
    const service = await startInstallation({ copy, publicOrigin, ...processes, nodeArguments })
    try {
      return await measure(copy, service)
    } finally {
      await bench.profile?.end(copy.database)
      await service.stop()
      await bench.profile?.report('drain')
    }
  } finally {
    await copy.drop()
  }
}

/** From when the worker is up until the last text is with the carrier. */
async function drainAlone(
  bench: Bench,
  name: string,
  backlog: number,
  copy: Copy,
  service: Service,
): Promise<Figure> {
  const began = performance.now()
  const elapsedSeconds = (): number => (performance.now() - began) / 1_000
  const stopMeter = startMeter({ postgresql: bench.cluster.pid, ...service }, drainLimitSeconds)
  let submitted = 0
  while (submitted < backlog && elapsedSeconds() < drainLimitSeconds) {
    await sleep(pollMs)
    submitted = await countSubmitted(bench.workerPort)
  }
  const seconds = elapsedSeconds()
  const metered = stopMeter(submitted, seconds)
  await checkDrained(copy, submitted)
  return {
    name,
    rate: round(submitted / seconds, 0),
    ...metered,
    notes: { seconds: round(seconds), 'left behind': backlog - submitted },
  }
}

/** Age of the oldest text until the worker has caught up, and afterwards. */
async function drainWhileSending(bench: Bench, name: string, copy: Copy, service: Service): Promise<Figure> {
  const seconds = bench.isShort ? 3 : 40
  const perSecond = bench.isShort ? 100 : 1_000
  const [origin = ''] = service.origins
  const stopMeter = startMeter({ postgresql: bench.cluster.pid, ...service }, seconds)
  const began = performance.now()
  const sending = openLoop(perSecond)({ ...bench, origin, seconds }, 1)
  const laterMs: number[] = []
  let oldestMs = 0
  let caughtUp: { readonly seconds: number; readonly submitted: number } | undefined
  for (let elapsedMs = 0; elapsedMs < seconds * 1_000; elapsedMs = performance.now() - began) {
    await sleep(pollMs)
    const ms = await oldestText(copy)
    if (caughtUp) laterMs.push(ms)
    else if (ms < caughtUpMs) {
      const submitted = await countSubmitted(bench.workerPort)
      caughtUp = { seconds: (performance.now() - began) / 1_000, submitted }
    } else oldestMs = Math.max(oldestMs, ms)
  }
  const sends = await sending
  const submitted = await countSubmitted(bench.workerPort)
  const metered = stopMeter(submitted, (performance.now() - began) / 1_000)
  await checkDrained(copy, submitted)
  const later = Float64Array.from(laterMs).toSorted()
  return {
    name: `${name}, ${perSecond.toLocaleString('en-US')} sends a second`,
    rate: round(caughtUp ? caughtUp.submitted / caughtUp.seconds : submitted / seconds, 0),
    p50Ms: round(sends.p50Ms),
    p99Ms: round(sends.p99Ms),
    maxMs: round(sends.maxMs),
    ...metered,
    notes: {
      'seconds until caught up': caughtUp ? round(caughtUp.seconds) : `not in ${seconds}`,
      'oldest before, ms': round(oldestMs, 0),
      'oldest after, p50 ms': later.length > 0 ? round(percentile(later, 0.5), 0) : 'none',
      'oldest after, most ms': round(later.at(-1) ?? 0, 0),
    },
  }
}
