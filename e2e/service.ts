// The service as started by npm run dev, on its own database.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Gate, openGate } from './gate.ts'
import { runSql } from './sql.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))
const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** The parts of .parley/dev.json that the tests use. */
interface Sandbox {
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly application: {
    readonly clientId: string
    readonly clientSecret: string
    readonly redirectUri: string
    readonly apiKey: string
  }
  readonly advisors: readonly {
    readonly identifier: string
    readonly email: string
    readonly password: string
    readonly textingNumber: string
    readonly accessToken: string
  }[]
  /** Of the firm of the second and the third advisor. */
  readonly administrator: { readonly email: string; readonly password: string }
}

export interface Service extends Sandbox {
  /** Working directory, which has .parley/dev.json. */
  readonly folder: string
  /** PostgreSQL URL of its database, for a superuser. */
  readonly databaseUrl: string
  /** Proxy between the service and its database. */
  readonly gate: Gate
  /** Runs an operator command and parses its JSON output. */
  operate<T>(command: string): Promise<T>
  /** Runs SQL on a separate connection, for example to hold a lock. */
  lock(sql: string): Promise<unknown>
  /** Runs a query on a separate connection and returns its rows. */
  query<Row>(sql: string): Promise<Row[]>
  /** Everything that api and worker have logged. */
  log(): string
  /** Starts another api on the same database. Browsers create passkeys for a host name, not for an IP address. */
  startApi(port: number, host?: 'localhost'): Promise<Api>
  stop(): Promise<void>
}

interface Api {
  readonly origin: string
  /** Kills it like a machine failure. */
  kill(): Promise<void>
}

export async function startService(port: number): Promise<Service> {
  // Without a template, as in `npm run statements`, the command creates everything itself.
  const template = process.env['SANDBOX_TEMPLATE']
  // The setup of the next tests drops clones that a killed run has left.
  const database = `${template?.replace('sandbox', 'test') ?? 'parley_e2e'}_${process.pid}_${port}`
  const folder = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
  const gate = await openGate(new URL(adminUrl))
  const apis = new Set<ChildProcess>()
  const through = urlOf(gate.port)
  if (template) {
    await runSql(adminUrl, `drop database if exists ${database} with (force)`)
    await runSql(adminUrl, `create database ${database} template ${template} owner parley_owner`)
  }
  const child = spawn(
    process.execPath,
    [main, 'dev', '--port', String(port), '--database-url', through, ...(template ? [] : ['--fresh'])],
    { cwd: folder, env: { ...process.env, STATEMENT_TIMEOUT_MS: '3000' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const log = await listening(child)
  const sandbox = JSON.parse(await readFile(join(folder, '.parley/dev.json'), 'utf8')) as Sandbox
  return {
    ...sandbox,
    folder,
    databaseUrl: urlOf(),
    gate,
    operate: async <T>(command: string) => {
      const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
      // After the commands and before a --, because some ids start with a hyphen.
      const place = words.findIndex(word => word.startsWith('-'))
      const args = words.toSpliced(place < 0 ? words.length : place, 0, '--format', 'json')
      const { stdout } = await run(process.execPath, [main, ...args], {
        env: { ...process.env, DATABASE_URL: urlOf() },
      })
      return JSON.parse(stdout) as T
    },
    lock: sql => runSql(urlOf(), sql),
    query: async <Row>(sql: string) => {
      // As JSON, so that ids are numbers and times are texts.
      const rows = await runSql<{ row: Row }>(urlOf(), `select to_json(row) as row from (${sql}) as row`)
      return rows.map(({ row }) => row)
    },
    log,
    startApi: async (apiPort, host) => {
      const origin = `http://${host ?? '127.0.0.1'}:${apiPort}`
      const url = new URL(urlOf())
      url.username = 'parley_app'
      const api = spawn(process.execPath, [main, 'api'], {
        env: {
          ...process.env,
          PARLEY_SECRET_KEY: createHash('sha256').update('parley development').digest('base64'),
          DATABASE_URL: url.href,
          HOST: '127.0.0.1',
          PORT: String(apiPort),
          METRICS_PORT: '0',
          PUBLIC_ORIGIN: origin,
        },
        stdio: 'ignore',
      })
      apis.add(api)
      await answering(origin, api)
      return { origin, kill: () => end(api, 'SIGKILL') }
    },
    stop: async () => {
      await Promise.all([...apis].map(api => end(api, 'SIGKILL')))
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await gate.shut()
      await runSql(adminUrl, `drop database if exists ${database} with (force)`)
      await rm(folder, { recursive: true })
    },
  }

  function urlOf(gatePort?: number): string {
    const url = new URL(adminUrl)
    url.pathname = `/${database}`
    if (gatePort) url.host = `127.0.0.1:${gatePort}`
    return url.href
  }
}

/** Resolves when all processes listen, to their output so far. */
async function listening(child: ChildProcess): Promise<() => string> {
  let output = ''
  child.stdout?.on('data', chunk => (output += String(chunk)))
  child.stderr?.on('data', chunk => (output += String(chunk)))
  const deadline = Date.now() + 600_000
  while (!['api', 'worker', 'sealer'].every(role => new RegExp(`${role} .*Server listening`).test(output))) {
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error(`The service did not start:\n${output}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return () => output
}

async function answering(origin: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 600_000
  for (;;) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('The second api did not start.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
