// npm run bench:addressbook -- [--scale 0.01] [--keep] [--reuse] [--big-book 800000] [--only …] [--repetitions 300] [--database-url …] [--output …]
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { addApplication, mintSandboxToken } from '../../packages/server/src/identity/index.ts'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import { databaseUrls } from '../../packages/server/src/platform/db/provisioning/database-urls.ts'
import { dropDatabase } from '../../packages/server/src/platform/db/provisioning/drop-database.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import { describeMachine } from '../common/machine.ts'
import { startService } from '../common/service-process.ts'
import { deleteLargestGroup } from './delete-largest-group.ts'
import { explainAll } from './explain.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { judge, tableOf } from './judge.ts'
import { load } from './load.ts'
import { type Figure, measure } from './measure.ts'
import { otherRows, searchRows } from './rows.ts'
import { type Book, sampleBook } from './samples.ts'
import { shapeOf } from './shape.ts'

const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    repetitions: { type: 'string', default: '300' },
    /** Leaves the database for another run with --reuse. */
    keep: { type: 'boolean', default: false },
    reuse: { type: 'boolean', default: false },
    /** Contacts of the largest book, without making the others larger. */
    'big-book': { type: 'string' },
    /** Only measurements whose name contains this; `delete` is the deletion of the largest group. */
    only: { type: 'string', default: '' },
    'database-url': {
      type: 'string',
      default: 'postgres://postgres@127.0.0.1:5432/parley_bench_addressbook',
    },
    output: { type: 'string' },
  },
})
const bigBook = options['big-book']
const shape = shapeOf(Number(options.scale), bigBook === undefined ? undefined : Number(bigBook))
const repetitions = Number(options.repetitions)
const today = new Date().toISOString().slice(0, 10)
const output =
  options.output ??
  (shape.scale === 1 ? `bench/results/addressbook-${today}.json` : '.cache/bench/addressbook.json')
const installation = { cell: 1, environment: 'sandbox' } as const
const secretKey = createHash('sha256').update('parley bench').digest()
const tokenLifetimeSeconds = 6 * 3_600

const began = performance.now()
const tell = (what: string): void => {
  console.log(`${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${what}`)
}

async function run(): Promise<void> {
  const adminUrl = new URL(options['database-url'])
  const name = decodeURIComponent(adminUrl.pathname.slice(1))
  adminUrl.pathname = '/postgres'
  const { ownerUrl, appUrl } = options.reuse
    ? databaseUrls(adminUrl.href, name)
    : await provisionDatabase({ adminUrl: adminUrl.href, database: name, fresh: true })
  try {
    await migrate({ ownerUrl, ...installation, log: () => {} })
    const owner = poolOf(ownerUrl)
    const database = poolOf(appUrl)
    try {
      // Removes leftovers of the previous run, even if autovacuum is off.
      if (options.reuse) await owner.query('vacuum (analyze)')
      else await load({ owner, ownerUrl, shape, tell })
      await measureAll(database, appUrl)
    } finally {
      await owner.end()
      await database.end()
    }
  } finally {
    if (!options.keep) await dropDatabase(adminUrl.href, name)
  }
}

const poolOf = (url: string): Database =>
  createPool({ url, size: 3, applicationName: 'parley bench', connectTimeoutMs: 30_000 })

async function measureAll(database: Database, appUrl: string): Promise<void> {
  const port = await freePort()
  const publicOrigin = `http://127.0.0.1:${port}`
  const books = [
    await sampleBook(database, 'big', 'advisor-0'),
    await sampleBook(database, 'ordinary', `advisor-${Math.floor(shape.advisors / 2)}`),
  ]
  const credentialsOf = await addCaller(database, publicOrigin)
  const environment = {
    PARLEY_ENVIRONMENT: installation.environment,
    PARLEY_CELL: String(installation.cell),
    PARLEY_SECRET_KEY: secretKey.toString('base64'),
    DATABASE_URL: appUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_ORIGIN: publicOrigin,
    REDIS_URL: '',
  }
  const api = await startService('api', environment)
  try {
    const figures: Figure[] = []
    const plans: object[] = []
    let scans = 0
    const clients = new Map<Book, HttpClient>()
    for (const book of books) clients.set(book, createHttpClient(publicOrigin, await credentialsOf(book)))
    const rows = books.flatMap(book => searchRows(book)).concat(books.flatMap(book => otherRows(book)))
    for (const row of rows.filter(({ name }) => name.includes(options.only))) {
      const client = clients.get(row.book)
      if (!client) continue
      const { figure, statements } = await measure(row, { client, database, repetitions })
      figures.push(figure)
      tell(`${row.book.name}, ${row.name}: ${figure.http.p50} and ${figure.http.p99} ms`)
      for (const explained of await explainAll(database, statements)) {
        plans.push({ row: row.name, book: row.book.name, ...explained })
        if (explained.sequentialScans.length > 0) {
          scans += 1
          tell(`  sequential scan of ${explained.sequentialScans.join(', ')}: ${explained.statement}`)
        }
      }
    }
    const big = books[0]
    const bigClient = big && clients.get(big)
    const groupDeletion =
      bigClient && !options.keep && ['', 'delete'].includes(options.only)
        ? await deleteLargestGroup({
            client: bigClient,
            database,
            book: big,
            environment: { ...environment, WORKER_PORT: '0' },
          })
        : undefined
    if (groupDeletion) tell(`delete the largest group: ${JSON.stringify(groupDeletion)}`)
    await report({ figures, plans, groupDeletion, machine: await describeMachine(database) })
    clients.forEach(client => client.close())
    // In a small book, a sequential scan is the right plan.
    if (scans > 0 && shape.scale === 1) process.exitCode = 1
  } finally {
    await api.stop()
  }
}

/** An application with an unlimited plan. */
async function addCaller(database: Database, publicOrigin: string) {
  const scopes = ['openid', 'core.contacts.read', 'core.contacts.write', 'text.messaging.write']
  const { application, key } = await addApplication(database, installation.environment, {
    name: 'Bench',
    redirectUris: ['http://127.0.0.1:4000/callback'],
    scopes,
    grantTypes: [],
    usagePlan: { ratePerSecond: 10_000, burst: 100_000, dailyQuota: null },
  })
  return async ({ identifier }: Book): Promise<Record<string, string>> => {
    const token = await mintSandboxToken({
      database,
      config: { ...installation, publicOrigin, secretKey, formerSecretKeys: [] },
      identifier,
      clientId: application.clientId,
      scopes,
      lifetimeSeconds: tokenLifetimeSeconds,
    })
    return { authorization: `Bearer ${token}`, 'x-api-key': key.apiKey }
  }
}

interface Report {
  readonly figures: readonly Figure[]
  readonly plans: readonly object[]
  readonly groupDeletion: object | undefined
  readonly machine: object
}

async function report({ figures, plans, groupDeletion, machine }: Report): Promise<void> {
  const judged = figures.map(figure => ({ ...figure, ...judge(figure, figures) }))
  const result = { date: today, shape, repetitions, machine, figures: judged, groupDeletion, plans }
  await mkdir(dirname(output), { recursive: true })
  await writeFile(output, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`\n${tableOf(figures)}\n`)
  tell(`written to ${output}`)
}

await run()
