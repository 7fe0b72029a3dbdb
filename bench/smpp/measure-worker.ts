import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Copy, copyTemplate } from '../accept/databases.ts'
import { checkDrained, pileUp } from '../accept/load/backlog.ts'
import { startMeter } from '../accept/measure/meter.ts'
import { type Figure, round } from '../accept/report/figure.ts'
import { startInstallation } from '../accept/service.ts'
import { linkArguments } from './link.ts'
import type { SmppBench } from './parts.ts'
import { type FastSmsc, startFastSmsc } from './smsc-process.ts'

const program = fileURLToPath(new URL('run-worker.ts', import.meta.url))
const drainLimitSeconds = 180
const pollMs = 100

export const workerProgram = ({ port }: FastSmsc, window: number): string[] => [
  program,
  ...linkArguments(port, window),
]

/** A worker draining a backlog: without receipts, and with one per text. */
export async function* measureWorker(bench: SmppBench): AsyncGenerator<Figure> {
  for (const window of bench.windows) yield await measure(bench, window, false)
  yield await measure(bench, bench.windows.at(-1) ?? 0, true)
}

async function measure(bench: SmppBench, window: number, hasReceipts: boolean): Promise<Figure> {
  const { cluster, publicOrigin, workerPort, nodeArguments } = bench
  const copy = await copyTemplate(cluster.url)
  const smsc = await startFastSmsc(hasReceipts)
  try {
    await pileUp(bench, copy, bench.backlog)
    await bench.profile?.begin(copy.database)
    const service = await startInstallation({
      copy,
      publicOrigin,
      apiPorts: [],
      workerPort,
      workerProgram: workerProgram(smsc, window),
      nodeArguments,
    })
    const name = `worker, window ${window}${hasReceipts ? ', receipts' : ''}`
    try {
      return { name, ...(await drain(bench, copy, smsc, service.worker, hasReceipts)) }
    } finally {
      await bench.profile?.end(copy.database)
      await service.stop()
      await bench.profile?.report(name)
    }
  } finally {
    await smsc.stop()
    await copy.drop()
  }
}

/** From when the worker is up until the carrier has the last text. */
async function drain(
  bench: SmppBench,
  copy: Copy,
  smsc: FastSmsc,
  worker: readonly number[],
  hasReceipts: boolean,
): Promise<Omit<Figure, 'name'>> {
  const { backlog, cluster } = bench
  const beganMs = Date.now()
  const deadlineMs = beganMs + drainLimitSeconds * 1_000
  const processes = { postgresql: cluster.pid, api: [], worker, carrier: [smsc.pid] }
  const stopMeter = startMeter(processes, drainLimitSeconds)
  const isDone = async (): Promise<boolean> => {
    const { taken, told } = await smsc.count()
    return taken >= backlog && (!hasReceipts || told >= backlog)
  }
  while (!(await isDone()) && Date.now() < deadlineMs) await sleep(pollMs)
  const metered = stopMeter(backlog, Number.POSITIVE_INFINITY)
  const { taken, lastAtMs } = await smsc.count()
  const seconds = (lastAtMs - beganMs) / 1_000
  await checkTaken(copy, backlog, taken, hasReceipts)
  return {
    rate: round(backlog / seconds, 0),
    ...metered,
    notes: { seconds: round(seconds), 'seconds with receipts': round((Date.now() - beganMs) / 1_000) },
  }
}

/** Every text reached the carrier once and has the right status and journal entry. */
async function checkTaken(copy: Copy, texts: number, taken: number, isDelivered: boolean): Promise<void> {
  if (taken !== texts) throw new Error(`The carrier took ${taken} of ${texts} texts`)
  const deadlineMs = Date.now() + drainLimitSeconds * 1_000
  const wanted = isDelivered ? ['delivered'] : ['submitted', 'delivered']
  const isWritten = async (): Promise<boolean> => {
    const { rows } = await copy.database.query<{ texts: number }>(
      `select count(*) as texts from message_status where direction = 'out' and status = any($1)`,
      [wanted],
    )
    return rows[0]?.texts === texts
  }
  while (!(await isWritten()) && Date.now() < deadlineMs) await sleep(pollMs)
  await checkDrained(copy, texts)
  const { rows } = await copy.database.query<{ entries: number }>(
    `select count(*) as entries from journal where kind = any($1)`,
    [wanted.map(status => `message.${status}`)],
  )
  if (rows[0]?.entries !== texts) throw new Error(`${texts} texts have ${rows[0]?.entries} entries`)
}
