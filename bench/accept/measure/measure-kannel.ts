import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadResult } from '../load/load-result.ts'
import { writeRequests } from '../load/requests.ts'
import type { Bench } from '../parts.ts'
import { type Figure, round } from '../report/figure.ts'
import { isKannelInstalled, type Kannel, sendsmsHead, startKannel } from './kannel.ts'
import { startMeter } from './meter.ts'
import { runWrk } from './wrk.ts'

const settleMs = 30_000

/** The same texts by the same load generator through Kannel's sendsms. */
export async function* measureKannel(bench: Bench): AsyncGenerator<Figure> {
  if (!(await isKannelInstalled())) {
    bench.tell('Kannel is not installed and left out (Debian: kannel, kannel-extras)')
    return
  }
  for (const connections of bench.connectionCounts) {
    const kannel = await startKannel(bench.folder)
    try {
      yield await measure(bench, kannel, connections)
    } finally {
      await kannel.stop()
    }
  }
}

async function measure(bench: Bench, kannel: Kannel, connections: number): Promise<Figure> {
  const requestsPath = join(bench.folder, 'sendsms')
  const { origin } = kannel
  const end = ` HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`
  const head = sendsmsHead('+12020000001')
  const tails = bench.prepared.sends.map(({ phone, text }): [number, string] => {
    const query = new URLSearchParams({ to: phone, text })
    return [0, `&${query.toString()}${end}`]
  })
  await writeRequests(requestsPath, { heads: [head], tails })
  const load = (seconds: number): Promise<LoadResult> =>
    runWrk({ origin, requestsPath, connections, seconds, graceSeconds: bench.graceSeconds, hasKeys: false })
  const warmUp = bench.warmUpSeconds > 0 ? [await load(bench.warmUpSeconds)] : []
  const parts = { api: [kannel.smsbox], worker: [kannel.bearerbox, kannel.fakesmsc] }
  const stopMeter = startMeter(parts, bench.seconds)
  const queuedAfter = sleep(bench.seconds * 1_000).then(async () => (await kannel.count()).queued)
  const measured = await load(bench.seconds)
  const metered = stopMeter(measured.answers, measured.seconds)
  const queued = await queuedAfter
  await checkTexts(kannel, [...warmUp, measured])
  const { answers, seconds, p50Ms, p99Ms, maxMs } = measured
  return {
    name: `Kannel sendsms, ${connections} connections`,
    rate: round(answers / seconds, 0),
    p50Ms: round(p50Ms, 2),
    p99Ms: round(p99Ms, 2),
    maxMs: round(maxMs, 2),
    ...metered,
    notes: { 'waiting at the end': queued },
  }
}

/** As for our service: nothing refused, and every accepted text sent. */
async function checkTexts(kannel: Kannel, loads: readonly LoadResult[]): Promise<void> {
  const heard = loads.reduce((sum, { answers }) => sum + answers, 0)
  const isClean = loads.every(load => load.refused + load.broken + load.timeouts === 0)
  const deadline = performance.now() + settleMs
  let { sent } = await kannel.count()
  while (sent !== heard && performance.now() < deadline) {
    await sleep(200)
    sent = (await kannel.count()).sent
  }
  if (!isClean || sent !== heard) {
    throw new Error(`Kannel sent ${sent} of ${heard}: ${JSON.stringify(loads)}`)
  }
}
