import { join } from 'node:path'
import { writeRequests } from '../accept/load/requests.ts'
import { isKannelInstalled, type Kannel, sendsmsHead, startKannel } from '../accept/measure/kannel.ts'
import { runWrk } from '../accept/measure/wrk.ts'
import type { Figure } from '../accept/report/figure.ts'
import { measureFlow } from './measure-flow.ts'
import { connections, type SmppBench } from './parts.ts'
import { type FastSmsc, startFastSmsc } from './smsc-process.ts'

/** The same texts by the same load generator through Kannel's sendsms to the same carrier. */
export async function* measureKannel(bench: SmppBench): AsyncGenerator<Figure> {
  if (!(await isKannelInstalled(['bearerbox', 'smsbox']))) {
    bench.tell('Kannel is not installed and left out (Debian: kannel)')
    return
  }
  for (const window of bench.flowWindows) {
    const smsc = await startFastSmsc(false)
    try {
      const kannel = await startKannel(bench.folder, { port: smsc.port, window })
      try {
        yield await measure(bench, window, smsc, kannel)
      } finally {
        await kannel.stop()
      }
    } finally {
      await smsc.stop()
    }
  }
}

async function measure(bench: SmppBench, window: number, smsc: FastSmsc, kannel: Kannel): Promise<Figure> {
  const { origin } = kannel
  const requestsPath = join(bench.folder, 'sendsms')
  const end = ` HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`
  const tails = bench.prepared.sends.map(({ phone, text }): [number, string] => {
    const query = new URLSearchParams({ to: phone, text })
    return [0, `&${query.toString()}${end}`]
  })
  await writeRequests(requestsPath, { heads: [sendsmsHead('+12020000001')], tails })
  const { figure } = await measureFlow(bench, {
    name: `Kannel sendsms, window ${window}`,
    smsc,
    processes: { api: [kannel.smsbox], worker: [kannel.bearerbox] },
    ask: seconds => runWrk({ ...bench, origin, requestsPath, connections, seconds, hasKeys: false }),
  })
  return figure
}
