import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CommitUnconfirmedError } from '../../src/platform/db/errors.ts'
import { inTransaction } from '../../src/platform/db/in-transaction.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { adminUrl } from '../database/admin-url.ts'
import { useTestDatabase } from '../database/database.ts'
import { startCluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { listening, parley } from './process.ts'

const { url } = await useTestDatabase()

/** A pooler that drops what a connection asks for when it opens, as poolers do. */
async function startPooler(database: string, login: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pooler-'))
  const port = await freePort()
  const target = new URL(database)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${target.hostname} port=${target.port || 5432} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,extra_float_digits
`,
  )
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn('pgbouncer', [...asRoot, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true })
  })
  target.port = String(port)
  return target.href
}

/** As operators do it, for new connections. */
async function limitTheRole(database: string): Promise<void> {
  const admin = new Client(adminUrl)
  await admin.connect()
  for (const limit of [`statement_timeout = '10s'`, `idle_in_transaction_session_timeout = '60s'`]) {
    await admin.query(`alter role parley_app in database ${database} set ${limit}`)
  }
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'parley_app'`,
    [database],
  )
  await admin.end()
}

it('behind a pooler that drops time limits, an api is ready only when the role has them', async () => {
  const api = parley(['api'], {
    DATABASE_URL: await startPooler(url, 'user=parley_app password=parley'),
    PORT: '0',
    PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const address = await listening(api)
  const readiness = async (): Promise<unknown> => (await fetch(`${address}/readyz`)).json()
  await vi.waitFor(async () => {
    expect(await readiness()).toMatchObject({
      detail: expect.stringContaining('a pooler drops them: set them for the role parley_app'),
    })
  }, 20_000)
  await limitTheRole(new URL(url).pathname.slice(1))
  await vi.waitFor(async () => expect(await readiness()).toEqual({ status: 'ready' }), 20_000)
  api.child.kill('SIGTERM')
  expect(await api.exited()).toBe(0)
})

it('behind a pooler, an overdue commit is cancelled in the server, where it would hold a backend and its locks', async () => {
  const cluster = await startCluster()
  onTestFinished(cluster.stop)
  const settings = { size: 4, connectTimeoutMs: 30_000 }
  const observer = createPool({
    ...settings,
    url: `${cluster.url}?options=-c%20synchronous_commit%3Dlocal`,
    applicationName: 'observer',
  })
  onTestFinished(() => observer.end())
  await observer.query('create table note (id integer)')
  await observer.query(`alter system set synchronous_standby_names = 'nobody'`)
  await observer.query('select pg_reload_conf()')
  const database = createPool({
    ...settings,
    url: await startPooler(cluster.url, 'user=postgres'),
    applicationName: 'service',
  })
  onTestFinished(() => database.end())
  const save = (): Promise<unknown> =>
    inTransaction(database, tx => tx.query('insert into note values (1)'), { commitDeadlineMs: 500 })
  const waiting = async (): Promise<number> => {
    const { rows } = await observer.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
    return rows.length
  }
  await vi.waitFor(() => expect(save()).rejects.toEqual(new CommitUnconfirmedError('deadline')), 60_000)
  const overdue = Promise.allSettled([save(), save(), save()])
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(1), 20_000)
  await overdue
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 20_000)
})
