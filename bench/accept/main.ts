// npm run bench -- [--seconds 5] [--only service,bare] [--profile] [--api-processes 1] [--output …]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../../packages/server/test/processes/cluster.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import { describeMachine } from '../common/machine.ts'
import { clusterSettings, profileSettings } from './cluster-settings.ts'
import { copyTemplate, createTemplate } from './databases.ts'
import { bulkSends, requestParts, writeRequests } from './load/requests.ts'
import { fullShape, shortShape } from './load/shape.ts'
import { measurements, usualParts } from './measure/measurements.ts'
import type { Bench } from './parts.ts'
import type { Figure } from './report/figure.ts'
import { judge, listOf } from './report/goals.ts'
import { createProfile } from './report/profile.ts'
import { notesOf, tableOf } from './report/report.ts'

const { values: options } = parseArgs({
  options: {
    /** Seconds per measurement. Below 10 everything is small and the figures mean nothing. */
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: usualParts.join(',') },
    /** One for each core. */
    'api-processes': { type: 'string', default: '2' },
    connections: { type: 'string', default: '64,256' },
    /** Texts a second that the number of each advisor may send. */
    pace: { type: 'string', default: '100' },
    /** Numbers of stored messages to measure. */
    stored: { type: 'string', default: '1000000,10000000' },
    profile: { type: 'boolean', default: false },
    /** PostgreSQL settings as name=value,…, to see their effect. */
    settings: { type: 'string', default: '' },
    output: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const isShort = seconds < 10
const warmUpSeconds = isShort ? 0 : 5
const shape = isShort ? shortShape : fullShape
const parts = options.only.split(',')
const unknownParts = parts.filter(part => !Object.hasOwn(measurements, part))
if (unknownParts.length > 0) {
  throw new Error(`Unknown part ${unknownParts.join(', ')}. Parts: ${Object.keys(measurements).join(', ')}`)
}
const began = new Date()
const output = options.output ?? outputOf(parts.join(','))
const tell = (what: string): void => {
  console.log(`${((Date.now() - began.getTime()) / 1_000).toFixed(0).padStart(5)} s  ${what}`)
}

/** Only full runs are stored as results. */
function outputOf(measured: string): string {
  const minute = began.toISOString().slice(0, 16).replace('T', '-').replace(':', '')
  const isWhole = measured === usualParts.join(',') || measured === 'growth'
  if (isShort || !isWhole || options.profile) return '.cache/bench/accept.json'
  return `bench/results/accept${measured === 'growth' ? '-growth' : ''}-${minute}.json`
}

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const given = options.settings.split(',').filter(pair => pair !== '')
  const cluster = await startCluster({
    ...clusterSettings,
    ...((options.profile || parts.includes('ledger')) && profileSettings),
    ...Object.fromEntries(given.map(pair => pair.split('=') as [string, string])),
  })
  let cleaning: Promise<void> | undefined
  const cleanUp = (): Promise<void> =>
    (cleaning ??= cluster.stop().then(() => rm(folder, { recursive: true })))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
  }
  try {
    const apiPorts: number[] = []
    for (let count = 0; count < Number(options['api-processes']); count += 1) apiPorts.push(await freePort())
    const publicOrigin = `http://127.0.0.1:${apiPorts[0]}`
    const prepared = await createTemplate({
      adminUrl: cluster.url,
      shape,
      publicOrigin,
      textsPerSecond: Number(options.pace),
    })
    tell(`${shape.advisors} advisors and ${shape.members} members`)
    const requestsPath = join(folder, 'requests')
    const bulkRequestsPath = join(folder, 'bulk-requests')
    const { callers, sends } = prepared
    const { host } = new URL(publicOrigin)
    await writeRequests(requestsPath, requestParts(sends, callers, host))
    await writeRequests(bulkRequestsPath, requestParts(bulkSends(sends), callers, host))
    await measureAll({
      isShort,
      shape,
      cluster,
      prepared,
      publicOrigin,
      apiPorts,
      workerPort: await freePort(),
      folder,
      requestsPath,
      bulkRequestsPath,
      storedCounts: isShort ? [20_000] : options.stored.split(',').map(Number),
      connectionCounts: isShort ? [64] : options.connections.split(',').map(Number),
      seconds,
      warmUpSeconds,
      graceSeconds: isShort ? 4 : 2,
      nodeArguments: options.profile ? ['--cpu-prof', '--cpu-prof-dir', folder] : [],
      profile: options.profile ? createProfile(folder) : undefined,
      tell,
    })
  } finally {
    await cleanUp()
  }
}

/** Other load on the machine changes the figures. */
const notAlone = ({ others = 0 }: Figure): string =>
  others > 0.05 ? `; ${Math.round(others * 100)} % of the machine was at work for others` : ''

async function measureAll(bench: Bench): Promise<void> {
  const figures: Figure[] = []
  for (const [part, measure] of Object.entries(measurements)) {
    if (!parts.includes(part)) continue
    for await (const figure of measure(bench, figures)) {
      figures.push(figure)
      tell(`${figure.name}: ${figure.rate} a second${notAlone(figure)}`)
    }
  }
  const copy = await copyTemplate(bench.cluster.url)
  const machine = await describeMachine(copy.database)
  await copy.drop()
  const goals = isShort ? [] : judge(figures)
  const result = { date: began.toISOString(), shape, seconds, warmUpSeconds, machine, goals, figures }
  await mkdir(dirname(output), { recursive: true })
  await writeFile(output, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`\n${tableOf(figures)}\n\n${notesOf(figures)}\n\n${listOf(goals)}\n`)
  tell(`written to ${output}`)
}

await run()
