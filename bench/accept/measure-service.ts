import { checkSends } from './check-sends.ts'
import { countRows } from './count-rows.ts'
import { type Copy, copyTemplate } from './databases.ts'
import { type Figure, round } from './figure.ts'
import { startMeter } from './meter.ts'
import type { Bench } from './parts.ts'
import { startInstallation } from './service.ts'
import { type LoadResult, runWrk } from './wrk.ts'

interface ServiceRow {
  readonly name: string
  readonly connections: number
  readonly hasWorker: boolean
  /** Else a copy of the template. */
  readonly copy?: Copy
}

/** Sends over HTTP with a number of connections, as fast as they are answered. */
export async function measureService(bench: Bench, row: ServiceRow): Promise<Figure> {
  const { cluster, publicOrigin, apiPorts, workerPort, seconds, warmUpSeconds, nodeArguments } = bench
  const { name, connections, hasWorker } = row
  const copy = row.copy ?? (await copyTemplate(cluster.url))
  try {
    const before = await countRows(copy.database)
    const service = await startInstallation({
      copy,
      publicOrigin,
      apiPorts,
      workerPort: hasWorker ? workerPort : undefined,
      nodeArguments,
    })
    try {
      const load = (forSeconds: number): Promise<LoadResult[]> =>
        Promise.all(
          service.origins.map(origin =>
            runWrk({
              origin,
              requestsPath: bench.requestsPath,
              connections: Math.ceil(connections / service.origins.length),
              seconds: forSeconds,
            }),
          ),
        )
      const warmUp = await load(warmUpSeconds)
      await bench.profile?.begin(copy.database)
      const stopMeter = startMeter({ postgresql: cluster.pid, ...service }, seconds)
      const measured = await load(seconds)
      const answers = measured.reduce((sum, each) => sum + each.answers, 0)
      const metered = stopMeter(answers)
      await bench.profile?.end(copy.database)
      const { origins } = service
      const loads = [...warmUp, ...measured]
      await checkSends({ copy, origins, before, loads, isDrained: hasWorker })
      const worst = (pick: (result: LoadResult) => number): number => round(Math.max(...measured.map(pick)))
      return {
        name,
        rate: round(answers / Math.max(...measured.map(each => each.seconds)), 0),
        p50Ms: worst(({ p50Ms }) => p50Ms),
        p99Ms: worst(({ p99Ms }) => p99Ms),
        maxMs: worst(({ maxMs }) => maxMs),
        ...metered,
      }
    } finally {
      await service.stop()
      await bench.profile?.report(name)
    }
  } finally {
    if (!row.copy) await copy.drop()
  }
}
