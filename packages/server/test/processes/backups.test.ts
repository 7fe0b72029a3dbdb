// parley backup on a PostgreSQL of its own, with pgBackRest and pg_receivewal as an operator sets them up.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/platform/db/migrate.ts'
import { createPool, type Database } from '../../src/platform/db/pool.ts'
import { provisionDatabase } from '../../src/platform/db/provisioning/provision.ts'
import { acceptTexts, createMembers, createSender, eventually } from '../carriers/texting.ts'
import { startCluster } from './cluster.ts'
import { listening, parley } from './process.ts'
import { sealerSettings } from './sealer-settings.ts'

const run = promisify(execFile)
const main = new URL('../../dist/main.js', import.meta.url).pathname
const isRoot = process.getuid?.() === 0

const folder = await mkdtemp(join(tmpdir(), 'parley-backups-'))
const toolConfig = join(folder, 'pgbackrest.conf')
const received = join(folder, 'received')
const cluster = await startCluster({
  fsync: 'off',
  archive_mode: 'on',
  archive_command: `'pgbackrest --config=${toolConfig} --stanza=parley archive-push %p'`,
})
let database: Database
let url: string
let sealer: ReturnType<typeof parley>

/** As the user of the database server, as an operator runs it. */
function asPostgres(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const [file, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, [...args]]
  return run(file, all, { cwd: folder, env: { PATH: process.env['PATH'], ...environment } })
}

interface Outcome {
  readonly code: number
  readonly report: Record<string, unknown>
}

async function backup(...args: string[]): Promise<Outcome> {
  const options = ['--pgbackrest-config', toolConfig, '--format', 'json', '--operator', 'olga']
  try {
    const { stdout } = await asPostgres(process.execPath, [main, 'backup', ...args, ...options], {
      DATABASE_URL: url,
    })
    return { code: 0, report: JSON.parse(stdout) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    if (!stdout) throw new Error(stderr, { cause: error })
    return { code, report: JSON.parse(stdout) }
  }
}

const drill = (...args: string[]): Promise<Outcome> =>
  backup('drill', '--postgres-bin', cluster.binaries, '--directory', folder, ...args)

/** Accepts texts, and waits until the log has their entries. */
async function send(texts: number): Promise<void> {
  const sender = await createSender(database)
  await acceptTexts(database, sender, await createMembers(database, sender, texts))
  await eventually('the log has every entry', async () => {
    const { rows } = await database.query(
      'select (select count(*) from journal) = (select size from log_head) as complete',
    )
    return rows[0]?.complete === true
  })
}

beforeAll(async () => {
  await chmod(folder, 0o777)
  for (const name of ['repository', 'log', 'lock', 'received']) {
    await mkdir(join(folder, name))
    await chmod(join(folder, name), 0o777)
  }
  const { port } = new URL(cluster.url)
  await writeFile(
    toolConfig,
    `[global]
repo1-path=${folder}/repository
log-path=${folder}/log
lock-path=${folder}/lock
start-fast=y
archive-timeout=60
[parley]
pg1-path=${cluster.data}
pg1-port=${port}
pg1-socket-path=${join(cluster.data, '..')}
pg1-user=postgres
`,
  )
  const urls = await provisionDatabase({ adminUrl: cluster.url, database: 'parley' })
  await migrate({ ...urls, cell: 1, environment: 'sandbox', log: () => {} })
  url = urls.appUrl
  database = createPool({ url, size: 4, applicationName: 'backups test', connectTimeoutMs: 10_000 })
  sealer = parley(['sealer'], { DATABASE_URL: url, ...(await sealerSettings(urls.sealerUrl)) })
  await listening(sealer)
  await asPostgres('pgbackrest', [`--config=${toolConfig}`, '--stanza=parley', 'stanza-create'])
  await asPostgres('pgbackrest', [`--config=${toolConfig}`, '--stanza=parley', '--type=full', 'backup'])
})
afterAll(async () => {
  sealer.child.kill('SIGTERM')
  await sealer.exited()
  await database.end()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

const superuser = async (sql: string): Promise<void> => {
  const client = new Client(cluster.url.replace(/postgres$/, 'parley'))
  await client.connect()
  await client.query(sql)
  await client.end()
}

describe('parley backup', () => {
  it('check says that nobody receives the log and that no restore was practised', async () => {
    const { code, report } = await backup('check')
    expect(code).toBe(1)
    expect(report).toMatchObject({
      newest: { kind: 'full', isDamaged: false },
      findings: [
        'neither a standby nor a log receiver is connected: a lost disk loses accepted texts',
        'no drill has gone well yet',
      ],
    })
  })

  it('drill says how much would be lost while write-ahead log is only archived', async () => {
    await send(20)
    const { code, report } = await drill()
    expect(code).toBe(0)
    expect(report).toMatchObject({ findings: [] })
    expect(report['entriesMissing']).toBeGreaterThanOrEqual(20)
  })

  it('drill finds everything with a receiver, and is on record', async () => {
    await asPostgres('psql', [cluster.url, '-qc', `select pg_create_physical_replication_slot('received')`])
    const { port } = new URL(cluster.url)
    const args = ['-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-D', received, '-S', 'received']
    const receiver = isRoot
      ? spawn('runuser', ['-u', 'postgres', '--', 'pg_receivewal', '--synchronous', ...args])
      : spawn('pg_receivewal', ['--synchronous', ...args])
    onTestFinished(async () => {
      // Before it goes: a commit would wait for it for ever.
      await superuser('alter system reset synchronous_standby_names')
      await superuser('select pg_reload_conf()')
      receiver.kill('SIGTERM')
      await once(receiver, 'exit')
    })
    await superuser(`alter system set synchronous_standby_names = 'pg_receivewal'`)
    await superuser('select pg_reload_conf()')
    await send(20)
    const { code, report } = await drill('--receiver-directory', received)
    expect(report).toMatchObject({ findings: [], entriesMissing: 0, lostSeconds: 0 })
    expect(code).toBe(0)
    const { report: check } = await backup('check')
    expect(check).toMatchObject({ receivers: 1, isSynchronous: true, findings: [] })
    const { rows } = await database.query(
      `select kind, count(*)::integer as count from journal where advisor_id = 0 and kind like '%backup%' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { kind: 'installation.backup_checked', count: 2 },
      { kind: 'installation.backup_drilled', count: 2 },
    ])
  })

  it('drill finds an entry that somebody changed, and exits with 1', async () => {
    await superuser(`
      do $$ declare part regclass; begin
        for part in select relid from pg_partition_tree('journal') loop
          execute format('alter table %s disable trigger user', part);
        end loop;
      end $$;
      update journal set subject_id = subject_id + 1 where id = (select max(id) from journal where advisor_id > 0)`)
    const { rows } = await database.query('select pg_walfile_name(pg_current_wal_lsn()) as segment')
    await superuser('select pg_switch_wal()')
    await eventually('it is archived', async () => {
      const archived = await database.query('select last_archived_wal as segment from pg_stat_archiver')
      return archived.rows[0].segment >= rows[0].segment
    })
    const { code, report } = await drill()
    expect(report).toMatchObject({ findings: ['findings in the log, see parley log check: 1'] })
    expect(code).toBe(1)
  })

  it('drill deletes its copy when it is interrupted', async () => {
    const owner = isRoot ? { uid: Number((await run('id', ['-u', 'postgres'])).stdout) } : {}
    const options = [
      '--pgbackrest-config',
      toolConfig,
      '--postgres-bin',
      cluster.binaries,
      '--directory',
      folder,
    ]
    const child = spawn(process.execPath, [main, 'backup', 'drill', ...options, '--operator', 'olga'], {
      ...owner,
      cwd: folder,
      env: { PATH: process.env['PATH'], DATABASE_URL: url },
    })
    let output = ''
    child.stderr.on('data', chunk => (output += chunk))
    const exited = once(child, 'exit')
    const copies = async () => (await readdir(folder)).filter(name => name.startsWith('parley-drill-'))
    await eventually('the copy is under way', async () => {
      const [copy] = await copies()
      return copy !== undefined && (await readdir(join(folder, copy))).length > 0
    })
    child.kill('SIGTERM')
    expect([await exited, output]).toEqual([[1, null], expect.stringContaining('Its copy is deleted')])
    expect(await copies()).toEqual([])
  })

  it.runIf(isRoot)('drill does not run as root', async () => {
    const refused = parley(['backup', 'drill'], { DATABASE_URL: url })
    expect(await refused.exited()).toBe(1)
    expect(refused.output()).toContain('PostgreSQL does not run as root')
  })
})
