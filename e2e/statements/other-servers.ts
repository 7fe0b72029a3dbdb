// Further processes beside the shared installation: an api with another clock or origin, and a production installation.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'
import { runSql } from '../sql.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))
const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
/** Of a sandbox; production refuses it. */
const sandboxKey = createHash('sha256').update('parley development').digest('base64')

interface Ended {
  readonly code: number | null
  readonly output: string
}

interface Server {
  readonly origin: string
  stop(): Promise<void>
}

interface ServerOptions {
  readonly database: string
  readonly port: number
  /** Default: its own address. */
  readonly publicOrigin?: string
  /** How far its clock is ahead. */
  readonly aheadMs?: number
  readonly settings?: Readonly<Record<string, string>>
}

const environmentOf = ({
  database,
  port,
  publicOrigin,
  aheadMs,
  settings,
}: ServerOptions): NodeJS.ProcessEnv => ({
  ...process.env,
  PARLEY_SECRET_KEY: sandboxKey,
  DATABASE_URL: asRole(database, 'parley_app'),
  HOST: '127.0.0.1',
  PORT: String(port),
  METRICS_PORT: '0',
  PUBLIC_ORIGIN: publicOrigin ?? `http://127.0.0.1:${port}`,
  ...(aheadMs !== undefined && { NODE_OPTIONS: `--import ${clockAhead(aheadMs)}` }),
  ...settings,
})

/** A module that moves the clock of its process. */
function clockAhead(aheadMs: number): string {
  const source = `const Real = Date
    globalThis.Date = class extends Real {
      constructor(...values) { if (values.length > 0) super(...values); else super(Real.now() + ${aheadMs}) }
      static now() { return Real.now() + ${aheadMs} }
    }`
  return `data:text/javascript,${encodeURIComponent(source)}`
}

/** Starts an api and waits until it serves. */
export async function runServer(options: ServerOptions): Promise<Server> {
  const child = spawn(process.execPath, [main, 'api'], {
    env: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = outputOf(child)
  const origin = `http://127.0.0.1:${options.port}`
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok === true) return { origin, stop: () => end(child) }
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error(`The api did not start:\n${output()}`)
    await sleep(50)
  }
}

interface Production extends Server {
  /** Runs an operator command. */
  operate(command: string): Promise<Ended>
  /** Runs an api with these settings until it ends, or for a minute. */
  tryApi(settings: Readonly<Record<string, string>>): Promise<Ended>
}

/** A production installation of its own, served over plain http because a proxy would terminate TLS. */
export async function startProduction(): Promise<Production> {
  const name = `parley_statements_${process.pid}`
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const drop = (): Promise<unknown> => runSql(adminUrl, `drop database if exists ${name} with (force)`)
  const production = {
    PARLEY_ENVIRONMENT: 'production',
    PARLEY_CELL: '2',
    PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const port = await freePort()
  const options = { database: url.href, port }
  await drop()
  await runSql(adminUrl, `create database ${name} owner parley_owner template template0 encoding 'UTF8'`)
  try {
    const env = { ...process.env, ...production, DATABASE_OWNER_URL: asRole(url.href, 'parley_owner') }
    await run(process.execPath, [main, 'migrate'], { env })
    const settings = { ...production, PARLEY_ALLOW_INSECURE: 'origin' }
    const server = await runServer({ ...options, settings })
    return {
      origin: server.origin,
      operate: command =>
        runToEnd(command.split(' '), { ...process.env, ...production, DATABASE_URL: url.href }),
      tryApi: own =>
        runToEnd(['api'], environmentOf({ ...options, settings: { ...production, PORT: '0', ...own } })),
      stop: async () => {
        await server.stop()
        await drop()
      },
    }
  } catch (error) {
    await drop()
    throw error
  }
}

async function runToEnd(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const output = outputOf(child)
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

function outputOf(child: ChildProcess): () => string {
  let output = ''
  child.stdout?.on('data', chunk => (output += String(chunk)))
  child.stderr?.on('data', chunk => (output += String(chunk)))
  return () => output
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function asRole(database: string, role: string): string {
  const url = new URL(database)
  url.username = role
  return url.href
}
