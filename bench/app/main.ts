// npm run bench:app -- [--scale 0.01] [--only http|browser] [--keep] [--reuse] [--repetitions 100] [--database-url …] [--output …]
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import { databaseUrls } from '../../packages/server/src/platform/db/provisioning/database-urls.ts'
import { dropDatabase } from '../../packages/server/src/platform/db/provisioning/drop-database.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'
import { type Book, sampleBook } from '../addressbook/samples.ts'
import { describeMachine } from '../common/machine.ts'
import { heading } from './figure.ts'
import { measureInBrowser } from './in-browser.ts'
import { findLoaded, load, sizeOf } from './load.ts'
import { measureOverHttp } from './over-http.ts'

const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    repetitions: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    /** Leaves the database for another run with --reuse. */
    keep: { type: 'boolean', default: false },
    reuse: { type: 'boolean', default: false },
    'database-url': { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/parley_bench_app' },
    output: { type: 'string' },
  },
})
const scale = Number(options.scale)
const repetitions = Number(options.repetitions)
const size = sizeOf(scale)
const today = new Date().toISOString().slice(0, 10)
const output = options.output ?? (scale === 1 ? `bench/results/app-${today}.json` : '.cache/bench/app.json')
const tell = (what: string): void => console.log(`  ${what}`)

async function run(): Promise<void> {
  const adminUrl = new URL(options['database-url'])
  const name = adminUrl.pathname.slice(1)
  adminUrl.pathname = '/postgres'
  const { ownerUrl, appUrl, sealerUrl } = options.reuse
    ? databaseUrls(adminUrl.href, name)
    : await provisionDatabase({ adminUrl: adminUrl.href, database: name, fresh: true })
  await migrate({ ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
  const settings = { size: 4, applicationName: 'bench', connectTimeoutMs: 30_000 }
  const owner = createPool({ ...settings, url: ownerUrl })
  const database = createPool({ ...settings, url: appUrl })
  const sealer = createPool({ ...settings, url: sealerUrl })
  try {
    const loaded = options.reuse ? await findLoaded(owner) : await load({ owner, ownerUrl, size, tell })
    const book = await sampleBook(database, 'big', 'advisor-0')
    console.log(heading)
    const overHttp =
      options.only === 'browser' ? [] : await measureOverHttp({ database, sealer, loaded, book, repetitions })
    const inBrowser =
      options.only === 'http'
        ? []
        : await measureInBrowser({
            database,
            appUrl,
            book,
            groups: await groupsOf(database, book),
            conversations: await countConversations(database, loaded.large),
            repetitions: Math.min(20, repetitions),
          })
    const machine = await describeMachine(database)
    await mkdir(dirname(output), { recursive: true })
    await writeFile(
      output,
      `${JSON.stringify({ machine, size, repetitions, overHttp, inBrowser }, undefined, 2)}\n`,
    )
  } finally {
    await Promise.all([owner.end(), database.end(), sealer.end()])
    if (!options.keep) await dropDatabase(adminUrl.href, name)
  }
}

/** From half of the book to 20 contacts. */
async function groupsOf(
  database: Database,
  { advisorId, groups: { largest, middle, awkward, small } }: Book,
) {
  const { rows } = await database.query<{ id: number; name: string; size: number }>(
    `select id, name, contact_count as size from contact_group where advisor_id = $1 and id = any($2) order by contact_count desc`,
    [advisorId, [largest, middle, awkward, ...small.slice(-3)]],
  )
  return rows
}

async function countConversations(database: Database, advisorId: number): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(distinct member_id)::integer as count from message where advisor_id = $1',
    [advisorId],
  )
  return rows[0]?.count ?? 0
}

await run()
