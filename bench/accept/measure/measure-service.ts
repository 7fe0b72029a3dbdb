import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerProgram } from '../../smpp/measure-worker.ts'
import { type FastSmsc, startFastSmsc } from '../../smpp/smsc-process.ts'
import { checkSends } from '../checks/check-sends.ts'
import { countRows } from '../checks/count-rows.ts'
import { type Copy, copyTemplate } from '../databases.ts'
import type { Load } from '../load/load.ts'
import type { LoadResult } from '../load/load-result.ts'
import type { Bench } from '../parts.ts'
import { type Figure, round } from '../report/figure.ts'
import { type Service, startInstallation } from '../service.ts'
import { startMeter } from './meter.ts'

/** Messages in flight to the carrier outside. */
const windowOutside = 100
const deliveryLimitMs = 120_000

interface ServiceRow {
  readonly name: string
  readonly load: Load
  /** Warm-up with the same load. */
  readonly warmUp?: Load
  readonly hasWorker: boolean
  readonly seconds?: number
  readonly hasSealer?: boolean
  /** The api reaches PostgreSQL by its unix socket instead of TCP. */
  readonly isOnSocket?: boolean
  /** The texts go to a carrier in a process of its own, over SMPP, instead of to the simulator in the worker. */
  readonly hasCarrierOutside?: boolean
  /** Called before the first send. */
  readonly whenReady?: (copy: Copy) => Promise<void>
  /** Called when all texts have been delivered and the processes have ended, which reports their last counts. */
  readonly whenDelivered?: (copy: Copy, texts: number) => Promise<void>
  /** Recipients of each request, if more than one. */
  readonly recipients?: number
  /** Default: a new copy of the template. */
  readonly copy?: Copy
}

/** Sends over HTTP to a separate installation: a warm-up, then the measurement. */
export async function measureService(bench: Bench, row: ServiceRow): Promise<Figure> {
  const { cluster, publicOrigin, apiPorts, workerPort, nodeArguments } = bench
  const copy = row.copy ?? (await copyTemplate(cluster.url))
  const socket = `?host=${encodeURIComponent(cluster.socketFolder)}`
  const smsc = row.hasCarrierOutside ? await startFastSmsc(true) : undefined
  try {
    const service = await startInstallation({
      copy: row.isOnSocket ? { ...copy, appUrl: copy.appUrl + socket } : copy,
      publicOrigin,
      apiPorts,
      workerPort: row.hasWorker ? workerPort : undefined,
      ...(smsc && { workerProgram: workerProgram(smsc, windowOutside) }),
      logFolder: row.hasSealer ? join(bench.folder, `log-${copy.name}`) : undefined,
      nodeArguments,
    })
    try {
      return await measure(bench, row, copy, service, smsc)
    } finally {
      await service.stop()
      await bench.profile?.report(row.name)
    }
  } finally {
    await smsc?.stop()
    if (!row.copy) await copy.drop()
  }
}

async function measure(
  bench: Bench,
  row: ServiceRow,
  copy: Copy,
  service: Service,
  smsc?: FastSmsc,
): Promise<Figure> {
  const { name, hasWorker, seconds = bench.seconds, recipients = 1 } = row
  const requestsPath = recipients > 1 ? bench.bulkRequestsPath : bench.requestsPath
  const { origins, metrics } = service
  const ask = (load: Load, forSeconds: number): Promise<LoadResult[]> =>
    Promise.all(
      origins.map(origin => load({ ...bench, requestsPath, origin, seconds: forSeconds }, origins.length)),
    )
  const before = await countRows(copy.database)
  await row.whenReady?.(copy)
  const warmUp = bench.warmUpSeconds > 0 ? await ask(row.warmUp ?? row.load, bench.warmUpSeconds) : []
  const waitingBefore = await countWaiting(copy)
  await bench.profile?.begin(copy.database)
  const processes = { postgresql: bench.cluster.pid, ...service, ...(smsc && { carrier: [smsc.pid] }) }
  const stopMeter = startMeter(processes, seconds)
  const waitingAfter = sleep(seconds * 1_000).then(() => countWaiting(copy))
  const measured = await ask(row.load, seconds)
  const answers = measured.reduce((sum, each) => sum + each.answers, 0)
  const tookSeconds = Math.max(...measured.map(each => each.seconds))
  const metered = stopMeter(answers * recipients, tookSeconds)
  const waiting = await waitingAfter
  await bench.profile?.end(copy.database)
  await checkSends({
    copy,
    metrics,
    before,
    loads: [...warmUp, ...measured],
    isDrained: hasWorker,
    recipients,
  })
  if (row.whenDelivered) {
    const texts = [...warmUp, ...measured].reduce((sum, each) => sum + each.answers, 0) * recipients
    await untilDelivered(copy, before.delivered + texts)
    await service.stop()
    await row.whenDelivered(copy, texts)
  }
  const worst = (pick: (result: LoadResult) => number): number => round(Math.max(...measured.map(pick)), 2)
  return {
    name,
    rate: round((answers * recipients) / tookSeconds, 0),
    p50Ms: worst(({ p50Ms }) => p50Ms),
    p99Ms: worst(({ p99Ms }) => p99Ms),
    maxMs: worst(({ maxMs }) => maxMs),
    ...metered,
    ...(hasWorker && {
      notes: {
        'submitted a second': round((answers * recipients + waitingBefore - waiting) / tookSeconds, 0),
        'waiting at the end': waiting,
      },
    }),
  }
}

async function untilDelivered(copy: Copy, texts: number): Promise<void> {
  const deadline = performance.now() + deliveryLimitMs
  while ((await countRows(copy.database)).delivered < texts) {
    if (performance.now() > deadline) throw new Error(`Not all of ${texts} texts were delivered`)
    await sleep(200)
  }
}

async function countWaiting({ database }: Copy): Promise<number> {
  const { rows } = await database.query<{ count: number }>('select count(*) from outbox')
  return rows[0]?.count ?? 0
}
