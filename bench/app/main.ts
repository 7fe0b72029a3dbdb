// npm run bench:app -- [--scale 0.01] [--repetitions 300] [--database-url …] [--output …]
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { appBase } from '@parley/contract'
import { createApp } from '../../packages/server/src/app.ts'
import { dropDatabase } from '../../packages/server/src/db/drop-database.ts'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { createPool, type Database } from '../../packages/server/src/db/pool.ts'
import { provisionDatabase } from '../../packages/server/src/db/provision.ts'
import { startSession } from '../../packages/server/src/identity/sessions/start-session.ts'
import { readHorizon, readNews } from '../../packages/server/src/journal/index.ts'
import { createLogger } from '../../packages/server/src/telemetry/logger.ts'
import { readReadings } from '../../packages/server/src/texting/index.ts'
import { freePort } from '../../packages/server/test/free-port.ts'
import { type Loaded, load, sizeOf } from './load.ts'

const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    repetitions: { type: 'string', default: '300' },
    'database-url': { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/parley_bench_app' },
    output: { type: 'string' },
  },
})
const scale = Number(options.scale)
const repetitions = Number(options.repetitions)
const size = sizeOf(scale)
const installation = { cell: 1, environment: 'sandbox' } as const
const today = new Date().toISOString().slice(0, 10)
const output = options.output ?? (scale === 1 ? `bench/results/app-${today}.json` : '.cache/bench/app.json')

interface Figure {
  readonly name: string
  readonly p50: number
  readonly p99: number
  readonly load: number
}

async function measure(name: string, act: () => Promise<unknown>, times = repetitions): Promise<Figure> {
  for (let warm = 0; warm < Math.min(10, times); warm += 1) await act()
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const start = performance.now()
    await act()
    taken.push(performance.now() - start)
  }
  const sorted = taken.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const figure = { name, p50: at(0.5), p99: at(0.99), load: loadavg()[0] ?? 0 }
  console.log(`${name.padEnd(52)} ${figure.p50.toFixed(2).padStart(8)} ${figure.p99.toFixed(2).padStart(8)}`)
  return figure
}

async function run(): Promise<void> {
  const adminUrl = new URL(options['database-url'])
  const name = adminUrl.pathname.slice(1)
  adminUrl.pathname = '/postgres'
  const { ownerUrl, appUrl } = await provisionDatabase({
    adminUrl: adminUrl.href,
    database: name,
    fresh: true,
  })
  await migrate({ ownerUrl, ...installation, log: () => {} })
  const settings = { size: 4, applicationName: 'bench', connectTimeoutMs: 5_000 }
  const owner = createPool({ ...settings, url: ownerUrl })
  const database = createPool({ ...settings, url: appUrl })
  try {
    const loaded = await load(owner, size)
    const figures = await measureAll(database, loaded)
    const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }
    await mkdir(dirname(output), { recursive: true })
    await writeFile(output, `${JSON.stringify({ machine, size, repetitions, figures }, undefined, 2)}\n`)
  } finally {
    await Promise.all([owner.end(), database.end()])
    await dropDatabase(adminUrl.href, name)
  }
}

async function measureAll(database: Database, { large, few, others }: Loaded): Promise<Figure[]> {
  const port = await freePort()
  const publicOrigin = `http://127.0.0.1:${port}`
  const app = await createApp({
    config: {
      ...installation,
      publicOrigin,
      trustedProxies: [],
      secretKey: createHash('sha256').update('bench').digest(),
      redisUrl: undefined,
      outsideIssuer: undefined,
      outsideJwksUrl: undefined,
      outsideAudience: undefined,
      outsideClaims: { advisor: 'sub', client: 'client_id', scope: 'scope' },
    },
    database,
    log: createLogger('silent'),
    metrics: { render: async () => '' },
  })
  // Fifty requests a second is what a session may ask; a bench asks as fast as it can.
  const identify = app.sessionGuard.identify.bind(app.sessionGuard)
  const sessions = new Map<string, Awaited<ReturnType<typeof identify>>>()
  app.sessionGuard.identify = async request => {
    const cookie = request.headers.cookie ?? ''
    const session = sessions.get(cookie) ?? (await identify(request))
    sessions.set(cookie, session)
    return session
  }
  await app.listen({ host: '127.0.0.1', port })

  const cookies = new Map<number, string>()
  for (const advisorId of [large, few]) {
    cookies.set(advisorId, `parley_app=${(await startSession(database, advisorId, undefined)).token}`)
  }
  const get = async (advisorId: number, path: string): Promise<Record<string, never>> => {
    const answer = await fetch(`${publicOrigin}${appBase}${path}`, {
      headers: { cookie: cookies.get(advisorId) ?? '' },
    })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    return (await answer.json()) as Record<string, never>
  }
  /** The page after so many, as somebody who scrolls there gets it. */
  const cursorAfter = async (pages: number): Promise<string> => {
    let cursor = String(Number.MAX_SAFE_INTEGER)
    for (let page = 0; page < pages; page += 1) {
      const next = (await get(large, `/conversations?limit=200&cursor=${cursor}`)) as {
        nextCursor?: string
      }
      if (next.nextCursor === undefined) break
      cursor = next.nextCursor
    }
    return cursor
  }

  console.log(`${'what'.padEnd(52)} ${'p50 ms'.padStart(8)} ${'p99 ms'.padStart(8)}`)
  const figures: Figure[] = []
  const add = async (what: string, act: () => Promise<unknown>, times?: number): Promise<void> => {
    figures.push(await measure(what, act, times))
  }
  const inbox = (what: string, query: string, advisorId = large, times?: number) =>
    add(`inbox, ${what}`, () => get(advisorId, `/conversations?${query}`), times)

  const fewer = Math.min(50, repetitions)
  await inbox('first page', '')
  await inbox('after 5,000 conversations', `cursor=${await cursorAfter(25)}`)
  await inbox('after 9,800 conversations', `cursor=${await cursorAfter(49)}`, large, fewer)
  await inbox('first page, 40 people with 80,000 texts', '', few)
  await inbox('unread', 'filter=unread')
  await inbox('awaiting consent', 'filter=awaiting_consent')
  await inbox('failed', 'filter=failed')
  await inbox('search, one name', 'search=surname2049')
  // Half of those who were texted are called Peter, and nobody Maria or Zoe: there every conversation is looked at.
  await inbox('search, an eighth of all names, half the texted', 'search=peter')
  await inbox('search, an eighth of all names, nobody texted', 'search=maria', large, fewer)
  await inbox('search, two letters, nobody texted', 'search=zo', large, fewer)
  await inbox('search, two letters, nobody', 'search=qx', large, fewer)
  const [first] = (
    (await get(large, '/conversations?limit=1')) as unknown as { data: { memberId: number }[] }
  ).data
  await add('conversation', () => get(large, `/conversations/${first?.memberId}`))
  await add('thread, newest fifty', () => get(large, `/conversations/${first?.memberId}/thread`))
  await add('me', () => get(large, '/me'))
  await add('contacts, first page with consent', () => get(large, '/contacts'))
  const since = new Date(Date.now() - 2_000)
  for (const count of [1, 100, 1_000]) {
    const listening = others.slice(0, count).map(advisorId => ({ advisorId, since, afterId: 0 }))
    await add(`live updates, one look for ${listening.length} advisors`, async () => {
      await readHorizon(database)
      await readNews(database, listening, 500)
      await readReadings(database, listening)
    })
  }
  await app.close()
  return figures
}

await run()
