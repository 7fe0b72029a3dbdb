// npm run bench:overview -- [--texts 10000000] [--advisors 1000] [--requests 200] [--output …] [--database-url … --keep]
// How long the overview of a firm takes, how fast its figures are counted, and whether they equal the journal.
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { foldJournal } from '../../packages/server/src/console/index.ts'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import { dropDatabase } from '../../packages/server/src/platform/db/provisioning/drop-database.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'
import { startCluster } from '../../packages/server/test/processes/cluster.ts'
import { clusterSettings } from '../accept/cluster-settings.ts'
import { describeMachine } from '../common/machine.ts'
import { load } from './load.ts'
import { measure, ranges } from './measure.ts'
import { verify } from './verify.ts'

const { values: options } = parseArgs({
  options: {
    texts: { type: 'string', default: '10000000' },
    advisors: { type: 'string', default: '1000' },
    days: { type: 'string', default: '365' },
    requests: { type: 'string', default: '200' },
    output: { type: 'string', default: '.cache/bench/overview.json' },
    /** Instead of a cluster of its own, which is removed afterwards. A database that is loaded already is used as it is. */
    'database-url': { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const shape = {
  texts: Number(options.texts),
  advisors: Number(options.advisors),
  days: Number(options.days),
}
const began = performance.now()
const say = (words: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${words}`)

const poolOf = (url: string, size = 4): Database =>
  createPool({ url, size, applicationName: 'parley bench', connectTimeoutMs: 30_000 })

async function loadOnce(owner: Database): Promise<{ firmId: number; entries: number }> {
  const { rows } = await owner.query<{ firmId: number; entries: number }>(
    'select firm.id as "firmId", size as entries from firm, log_head where size > 0 order by firm.id limit 1',
  )
  return rows[0] ?? load(owner, shape, say)
}

/** Seconds that counting all of it took. */
async function fold(database: Database): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    await foldJournal(database)
    const { rows } = await database.query<{ position: number; size: number }>(
      'select position, size from overview_cursor, log_head',
    )
    const [progress] = rows
    if (progress && progress.position >= progress.size) return (performance.now() - startedAt) / 1000
    say(`counted ${progress?.position} of ${progress?.size} entries`)
  }
}

const given = options['database-url']
// The database is filled once and then read: what a crash would lose does not matter here.
const cluster =
  given === undefined
    ? await startCluster({ ...clusterSettings, fsync: 'off', full_page_writes: 'off' })
    : undefined
const url = new URL(given ?? cluster?.url ?? '')
const name = given === undefined ? 'parley_bench_overview' : url.pathname.slice(1)
url.pathname = '/postgres'
const { ownerUrl, appUrl } = await provisionDatabase({ adminUrl: url.href, database: name })
await migrate({ ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
const owner = poolOf(ownerUrl, 1)
const database = poolOf(appUrl)
try {
  const loadBefore = loadavg()
  const { firmId, entries } = await loadOnce(owner)
  say(`loaded ${entries} entries of ${shape.advisors} advisors`)
  const foldSeconds = await fold(database)
  say(`counted in ${foldSeconds.toFixed(1)} s: ${Math.round(entries / foldSeconds)} entries a second`)
  await owner.query('vacuum (analyze) overview_period')
  await owner.query('vacuum (analyze) overview_answer')
  const figures = await measure({ database, firmId, days: shape.days, requests: Number(options.requests) })
  const { compared, wrong } = await verify(owner, firmId, Object.values(ranges(shape.days)))
  say(`${compared} figures compared with the journal: ${wrong} differ`)
  await mkdir(dirname(options.output), { recursive: true })
  const result = { shape, entries, foldSeconds, compared, wrong, figures, loadBefore, loadAfter: loadavg() }
  await writeFile(
    options.output,
    `${JSON.stringify({ ...result, machine: await describeMachine(owner) }, undefined, 2)}\n`,
  )
  if (wrong > 0) process.exitCode = 1
} finally {
  await Promise.all([owner.end(), database.end()])
  if (cluster) await cluster.stop()
  else if (!options.keep) await dropDatabase(url.href, name)
}
