// npm run bench:smpp -- [--seconds 5] [--only adapter,worker] [--profile] [--output …]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../../packages/server/test/processes/cluster.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import { clusterSettings, profileSettings } from '../accept/cluster-settings.ts'
import { copyTemplate, createTemplate } from '../accept/databases.ts'
import { requestParts, writeRequests } from '../accept/load/requests.ts'
import { fullShape, shortShape } from '../accept/load/shape.ts'
import type { Figure } from '../accept/report/figure.ts'
import { listOf } from '../accept/report/goals.ts'
import { createProfile } from '../accept/report/profile.ts'
import { notesOf } from '../accept/report/report.ts'
import { describeMachine } from '../common/machine.ts'
import { judge } from './goals.ts'
import { measureAdapter } from './measure-adapter.ts'
import { measureKannel } from './measure-kannel.ts'
import { measureService } from './measure-service.ts'
import { measureWorker } from './measure-worker.ts'
import type { SmppBench } from './parts.ts'
import { tableOf } from './report.ts'

/** Parts by their --only name, in run order. */
const measurements: Readonly<Record<string, (bench: SmppBench) => AsyncGenerator<Figure>>> = {
  adapter: measureAdapter,
  worker: measureWorker,
  service: measureService,
  kannel: measureKannel,
}
const allParts = Object.keys(measurements).join(',')
const windows = [10, 100]

const { values: options } = parseArgs({
  options: {
    /** Seconds per measurement. Below 10 everything is small and the figures mean nothing. */
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: allParts },
    profile: { type: 'boolean', default: false },
    output: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const isShort = seconds < 10
const shape = isShort ? shortShape : fullShape
const parts = options.only.split(',')
const unknownParts = parts.filter(part => !Object.hasOwn(measurements, part))
if (unknownParts.length > 0) throw new Error(`Unknown part ${unknownParts.join(', ')}. Parts: ${allParts}`)
const began = new Date()
const isWhole = options.only === allParts && !isShort && !options.profile
const minute = began.toISOString().slice(0, 16).replace('T', '-').replace(':', '')
const output = options.output ?? (isWhole ? `bench/results/smpp-${minute}.json` : '.cache/bench/smpp.json')
const tell = (what: string): void => {
  console.log(`${((Date.now() - began.getTime()) / 1_000).toFixed(0).padStart(5)} s  ${what}`)
}

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const cluster = await startCluster({ ...clusterSettings, ...(options.profile && profileSettings) })
  let cleaning: Promise<void> | undefined
  const cleanUp = (): Promise<void> =>
    (cleaning ??= cluster.stop().then(() => rm(folder, { recursive: true })))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
  }
  try {
    const apiPort = await freePort()
    const publicOrigin = `http://127.0.0.1:${apiPort}`
    const prepared = await createTemplate({ adminUrl: cluster.url, shape, publicOrigin, textsPerSecond: 100 })
    tell(`${shape.advisors} advisors and ${shape.members} members`)
    const requestsPath = join(folder, 'requests')
    const host = new URL(publicOrigin).host
    await writeRequests(requestsPath, requestParts(prepared.sends, prepared.callers, host))
    await measureAll({
      isShort,
      shape,
      cluster,
      prepared,
      publicOrigin,
      apiPorts: [apiPort],
      workerPort: await freePort(),
      folder,
      requestsPath,
      connectionCounts: [],
      storedCounts: [],
      seconds,
      warmUpSeconds: isShort ? 0 : 5,
      graceSeconds: isShort ? 4 : 2,
      nodeArguments: options.profile ? ['--cpu-prof', '--cpu-prof-dir', folder] : [],
      profile: options.profile ? createProfile(folder) : undefined,
      tell,
      windows,
      flowWindows: isShort ? windows.slice(-1) : windows,
      backlog: isShort ? 2_000 : 100_000,
    })
  } finally {
    await cleanUp()
  }
}

async function measureAll(bench: SmppBench): Promise<void> {
  const figures: Figure[] = []
  for (const [part, measure] of Object.entries(measurements)) {
    if (!parts.includes(part)) continue
    for await (const figure of measure(bench)) {
      figures.push(figure)
      tell(`${figure.name}: ${figure.rate} a second`)
    }
  }
  const copy = await copyTemplate(bench.cluster.url)
  const machine = await describeMachine(copy.database)
  await copy.drop()
  const goals = isShort ? [] : judge(figures, windows)
  const { warmUpSeconds, backlog } = bench
  const result = {
    date: began.toISOString(),
    shape,
    seconds,
    warmUpSeconds,
    backlog,
    machine,
    goals,
    figures,
  }
  await mkdir(dirname(output), { recursive: true })
  await writeFile(output, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`\n${tableOf(figures)}\n\n${notesOf(figures)}\n\n${listOf(goals)}\n`)
  tell(`written to ${output}`)
}

await run()
