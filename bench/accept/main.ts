// npm run bench -- [--seconds 5] [--only service,bare] [--profile] [--api-processes 2] [--output …]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../../packages/server/test/cluster.ts'
import { freePort } from '../../packages/server/test/free-port.ts'
import { describeMachine } from '../common/machine.ts'
import { clusterSettings, profileSettings } from './cluster-settings.ts'
import { copyTemplate, createTemplate } from './databases.ts'
import type { Figure } from './figure.ts'
import { measureBare } from './measure-bare.ts'
import { measureService } from './measure-service.ts'
import type { Bench } from './parts.ts'
import { createProfile } from './profile.ts'
import { tableOf } from './report.ts'
import { writeRequests } from './requests.ts'
import { fullShape, shortShape } from './shape.ts'

const { values: options } = parseArgs({
  options: {
    /** Of each row. Below 10 everything is small, and the figures say nothing. */
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: 'bare,service' },
    'api-processes': { type: 'string', default: '1' },
    /** Texts a second that the number of each advisor may send. */
    pace: { type: 'string', default: '100' },
    profile: { type: 'boolean', default: false },
    /** name=value,… of PostgreSQL, to see what it changes. */
    settings: { type: 'string', default: '' },
    output: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const isShort = seconds < 10
const warmUpSeconds = isShort ? 1 : 5
const shape = isShort ? shortShape : fullShape
const parts = options.only.split(',')
const began = new Date()
const output =
  options.output ??
  (isShort
    ? '.cache/bench/accept.json'
    : `bench/results/accept-${began.toISOString().slice(0, 10)}-${began.toISOString().slice(11, 16).replace(':', '')}.json`)
const tell = (what: string): void => {
  console.log(`${((Date.now() - began.getTime()) / 1_000).toFixed(0).padStart(5)} s  ${what}`)
}

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const given = options.settings.split(',').filter(pair => pair !== '')
  const cluster = await startCluster({
    ...clusterSettings,
    ...(options.profile && profileSettings),
    ...Object.fromEntries(given.map(pair => pair.split('=') as [string, string])),
  })
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
    await writeRequests(requestsPath, prepared.sends, prepared.callers, new URL(publicOrigin).host)
    await measureAll({
      shape,
      cluster,
      prepared,
      publicOrigin,
      apiPorts,
      workerPort: await freePort(),
      requestsPath,
      seconds,
      warmUpSeconds,
      nodeArguments: options.profile ? ['--cpu-prof', '--cpu-prof-dir', folder] : [],
      profile: options.profile ? createProfile(folder) : undefined,
      tell,
    })
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true })
  }
}

async function measureAll(bench: Bench): Promise<void> {
  const figures: Figure[] = []
  const keep = (figure: Figure): void => {
    figures.push(figure)
    tell(`${figure.name}: ${figure.rate} a second`)
  }
  if (parts.includes('bare')) for (const figure of await measureBare(bench)) keep(figure)
  if (parts.includes('service')) {
    for (const connections of [64, 256]) {
      keep(
        await measureService(bench, {
          name: `service, ${connections} connections`,
          connections,
          hasWorker: false,
        }),
      )
    }
  }
  const copy = await copyTemplate(bench.cluster.url)
  const machine = await describeMachine(copy.database)
  await copy.drop()
  await mkdir(dirname(output), { recursive: true })
  await writeFile(
    output,
    `${JSON.stringify({ date: began.toISOString(), shape, seconds, machine, figures }, null, 2)}\n`,
  )
  console.log(`\n${tableOf(figures)}\n`)
  tell(`written to ${output}`)
}

await run()
