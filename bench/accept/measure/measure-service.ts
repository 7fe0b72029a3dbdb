import { setTimeout as sleep } from 'node:timers/promises'
import { checkSends } from '../checks/check-sends.ts'
import { countRows } from '../checks/count-rows.ts'
import { type Copy, copyTemplate } from '../databases.ts'
import type { Load } from '../load/load.ts'
import type { LoadResult } from '../load/load-result.ts'
import type { Bench } from '../parts.ts'
import { type Figure, round } from '../report/figure.ts'
import { type Service, startInstallation } from '../service.ts'
import { startMeter } from './meter.ts'

interface ServiceRow {
  readonly name: string
  readonly load: Load
  /** Warm-up with the same load. */
  readonly warmUp?: Load
  readonly hasWorker: boolean
  readonly seconds?: number
  /** Default: a new copy of the template. */
  readonly copy?: Copy
}

/** Sends over HTTP to a separate installation: a warm-up, then the measurement. */
export async function measureService(bench: Bench, row: ServiceRow): Promise<Figure> {
  const { cluster, publicOrigin, apiPorts, workerPort, nodeArguments } = bench
  const copy = row.copy ?? (await copyTemplate(cluster.url))
  try {
    const service = await startInstallation({
      copy,
      publicOrigin,
      apiPorts,
      workerPort: row.hasWorker ? workerPort : undefined,
      nodeArguments,
    })
    try {
      return await measure(bench, row, copy, service)
    } finally {
      await service.stop()
      await bench.profile?.report(row.name)
    }
  } finally {
    if (!row.copy) await copy.drop()
  }
}

async function measure(bench: Bench, row: ServiceRow, copy: Copy, service: Service): Promise<Figure> {
  const { name, hasWorker, seconds = bench.seconds } = row
  const { origins, metrics } = service
  const ask = (load: Load, forSeconds: number): Promise<LoadResult[]> =>
    Promise.all(origins.map(origin => load({ ...bench, origin, seconds: forSeconds }, origins.length)))
  const before = await countRows(copy.database)
  const warmUp = bench.warmUpSeconds > 0 ? await ask(row.warmUp ?? row.load, bench.warmUpSeconds) : []
  const waitingBefore = await countWaiting(copy)
  await bench.profile?.begin(copy.database)
  const stopMeter = startMeter({ postgresql: bench.cluster.pid, ...service }, seconds)
  const waitingAfter = sleep(seconds * 1_000).then(() => countWaiting(copy))
  const measured = await ask(row.load, seconds)
  const answers = measured.reduce((sum, each) => sum + each.answers, 0)
  const tookSeconds = Math.max(...measured.map(each => each.seconds))
  const metered = stopMeter(answers, tookSeconds)
  const waiting = await waitingAfter
  await bench.profile?.end(copy.database)
  await checkSends({ copy, metrics, before, loads: [...warmUp, ...measured], isDrained: hasWorker })
  const worst = (pick: (result: LoadResult) => number): number => round(Math.max(...measured.map(pick)), 2)
  return {
    name,
    rate: round(answers / tookSeconds, 0),
    p50Ms: worst(({ p50Ms }) => p50Ms),
    p99Ms: worst(({ p99Ms }) => p99Ms),
    maxMs: worst(({ maxMs }) => maxMs),
    ...metered,
    ...(hasWorker && {
      notes: {
        'submitted a second': round((answers + waitingBefore - waiting) / tookSeconds, 0),
        'waiting at the end': waiting,
      },
    }),
  }
}

async function countWaiting({ database }: Copy): Promise<number> {
  const { rows } = await database.query<{ count: number }>('select count(*) from outbox')
  return rows[0]?.count ?? 0
}
