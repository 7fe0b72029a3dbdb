import { checkSends } from '../accept/checks/check-sends.ts'
import { countRows } from '../accept/checks/count-rows.ts'
import { copyTemplate } from '../accept/databases.ts'
import { runWrk } from '../accept/measure/wrk.ts'
import type { Figure } from '../accept/report/figure.ts'
import { startInstallation } from '../accept/service.ts'
import { measureFlow } from './measure-flow.ts'
import { workerProgram } from './measure-worker.ts'
import { connections, type SmppBench } from './parts.ts'
import { startFastSmsc } from './smsc-process.ts'

/** End to end: sends by HTTP to an api, a worker, and the carrier. */
export async function* measureService(bench: SmppBench): AsyncGenerator<Figure> {
  for (const window of bench.flowWindows) yield await measure(bench, window)
}

async function measure(bench: SmppBench, window: number): Promise<Figure> {
  const { cluster, publicOrigin, apiPorts, workerPort, nodeArguments } = bench
  const name = `api and worker, window ${window}`
  const copy = await copyTemplate(cluster.url)
  const smsc = await startFastSmsc(false)
  try {
    const before = await countRows(copy.database)
    const service = await startInstallation({
      copy,
      publicOrigin,
      apiPorts,
      workerPort,
      workerProgram: workerProgram(smsc, window),
      nodeArguments,
    })
    try {
      const { origins, metrics } = service
      const [origin = ''] = origins
      const { figure, loads } = await measureFlow(bench, {
        name,
        smsc,
        processes: { postgresql: cluster.pid, ...service },
        ask: seconds => runWrk({ ...bench, origin, connections, seconds }),
      })
      await checkSends({ copy, metrics, before, loads, isDrained: true })
      return figure
    } finally {
      await service.stop()
      await bench.profile?.report(name)
    }
  } finally {
    await smsc.stop()
    await copy.drop()
  }
}
