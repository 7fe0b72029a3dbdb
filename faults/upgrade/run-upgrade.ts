import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { migrationsFolder } from '../../packages/server/src/platform/db/migrations.ts'
import { createPool } from '../../packages/server/src/platform/db/pool.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'
import { createTokenIssuer, createVisitor } from '../../packages/server/test/people/access-tokens.ts'
import { startCluster } from '../../packages/server/test/processes/cluster.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import { listening, parley } from '../../packages/server/test/processes/process.ts'
import { newPhone, prepare } from '../../packages/server/test/servers/texting-server.ts'
import { startSends } from './start-sends.ts'

interface UpgradeOptions {
  readonly sendsPerSecond: number
  /** How long a transaction that has read the table is open when the migration begins. */
  readonly readerMs: number
  readonly tell: (what: string) => void
}

export interface UpgradeFigures {
  readonly sends: number
  readonly stored: number
  /** Sent again, because the process was going away or said that it may succeed later. */
  readonly retries: number
  /** Neither accepted nor marked as retryable. */
  readonly errors: readonly string[]
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly migrationMs: number
}

const installation = { cell: 1, environment: 'sandbox' } as const
const publicOrigin = 'http://upgrade.parley.test'

/** Two apis under load; meanwhile a table changes, an index is built, and both processes are replaced. */
export async function runUpgrade({
  sendsPerSecond,
  readerMs,
  tell,
}: UpgradeOptions): Promise<UpgradeFigures> {
  const cluster = await startCluster({})
  const ends: (() => Promise<unknown>)[] = [cluster.stop]
  try {
    const urls = await provisionDatabase({ adminUrl: cluster.url, database: 'parley' })
    await migrate({ ownerUrl: urls.ownerUrl, ...installation, log: () => {} })
    const database = createPool({
      url: urls.appUrl,
      size: 2,
      applicationName: 'faults',
      connectTimeoutMs: 10_000,
    })
    ends.unshift(() => database.end())
    const visitor = await createVisitor(database, publicOrigin, { ratePerSecond: 100_000, burst: 1_000_000 })
    await prepare(database, visitor.advisor.id, visitor.advisor.firmId, { isConsentRequired: false })
    const issuer = await createTokenIssuer(database)
    const headers = {
      authorization: `Bearer ${await issuer.sign(visitor.claims())}`,
      'x-api-key': visitor.apiKey,
      'content-type': 'application/json',
    }
    const ports = [await freePort(), await freePort()]
    const start = async (port: number) => {
      const api = parley(['api'], {
        DATABASE_URL: urls.appUrl,
        PORT: String(port),
        PUBLIC_ORIGIN: publicOrigin,
        PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      })
      await listening(api)
      return api
    }
    const apis = await Promise.all(ports.map(start))
    ends.unshift(async () => {
      for (const api of apis) {
        api.child.kill('SIGKILL')
        await api.exited()
      }
    })

    const sends = startSends({
      origins: ports.map(port => `http://127.0.0.1:${port}`),
      sendsPerSecond,
      request: () => ({
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ phone: newPhone(), text: 'During an upgrade' }),
      }),
    })
    await sleep(2_000)
    const reading = await startReader(urls.ownerUrl, readerMs)
    const migrationMs = await migratePlanted(urls.ownerUrl, tell)
    await reading.ended
    tell('the reader has ended')
    for (const [at, port] of ports.entries()) {
      apis[at]?.child.kill('SIGTERM')
      await apis[at]?.exited()
      apis[at] = await start(port)
      tell(`api ${at + 1} is replaced`)
    }
    await sleep(2_000)
    const sent = await sends.stop()
    const { rows } = await database.query<{ stored: number }>('select count(*) as stored from message')
    return { ...sent, stored: rows[0]?.stored ?? 0, migrationMs }
  } finally {
    for (const end of ends) await end()
  }
}

/** A report or a backup: it holds its locks until it ends. */
async function startReader(url: string, lastsMs: number): Promise<{ readonly ended: Promise<void> }> {
  const pool = createPool({ url, size: 1, applicationName: 'reader', connectTimeoutMs: 10_000 })
  const reader = await pool.connect()
  await reader.query('begin')
  for (const table of ['message', 'contact', 'texting_number'])
    await reader.query(`select from ${table} limit 1`)
  const end = async (): Promise<void> => {
    await sleep(lastsMs)
    await reader.query('commit')
    reader.release()
    await pool.end()
  }
  return { ended: end() }
}

/** A release with a new column of a busy table, and a new index. */
async function migratePlanted(ownerUrl: string, tell: (what: string) => void): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-upgrade-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    await writeFile(join(folder, '9999-note.sql'), 'alter table texting_number add column note text;')
    await writeFile(
      join(folder, 'concurrently', 'contact_by_upgrade.sql'),
      'create index concurrently contact_by_upgrade on contact (advisor_id, created_at);',
    )
    const began = performance.now()
    await migrate({ ownerUrl, ...installation, folder, log: tell })
    const tookMs = performance.now() - began
    tell(`migrated after ${Math.round(tookMs)} ms`)
    return tookMs
  } finally {
    await rm(folder, { recursive: true })
  }
}
