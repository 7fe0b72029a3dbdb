import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import { childEnvironment } from '../../config.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { provisionDatabase } from '../../platform/db/provisioning/provision.ts'
import { isBundle, serverFile } from '../../platform/program/server-file.ts'
import { buildMissingApp } from '../sandbox/build-missing-app.ts'
import { type ChosenDatabase, chooseDatabase } from '../sandbox/choose-database.ts'
import { formatSandbox } from '../sandbox/format-sandbox.ts'
import { logSettings } from '../sandbox/log-settings.ts'
import { seedSandbox } from '../sandbox/seed-sandbox.ts'
import { formatLogLine } from '../terminal/format-log-line.ts'

interface DevOptions {
  readonly port: number
  readonly databaseUrl?: string
  readonly fresh: boolean
}

/** From a clone the sources, restarting as they change; from the bundle the bundle. */
const program = isBundle
  ? [fileURLToPath(serverFile('dist/main.js'))]
  : ['--watch', '--watch-preserve-output', fileURLToPath(serverFile('src/main.ts'))]
const roles = ['api', 'worker', 'sealer'] as const

/** Public, so that a database outlives the clone that created it. For a local sandbox only. */
const secretKey = createHash('sha256').update('parley development').digest()

export const devCommand = (): Command =>
  new Command('dev')
    .summary('run everything for development')
    .description(
      'Starts PostgreSQL if none is running, creates the database if it is missing, migrates and seeds it, and starts api, worker and sealer. They restart when a source file changes. Prints URLs and credentials and writes them to .parley/dev.json.',
    )
    .option('--port <number>', 'port of the api; the worker takes the next one', portNumber, 8080)
    .option(
      '--database-url <url>',
      'PostgreSQL URL of the database to use, with a role that may create roles and databases (default: parley_dev, as role postgres on the PostgreSQL at 127.0.0.1, port PGPORT or 5432; if none listens there, a PostgreSQL 18 with its data in .parley is started, and stopped with this command)',
    )
    .option('--fresh', 'drop the database first', false)
    .action(runDev)

function portNumber(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_534) {
    throw new InvalidArgumentError('Must be a port number.')
  }
  return port
}

async function runDev(options: DevOptions): Promise<void> {
  const stopping = new AbortController()
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  await buildMissingApp()
  const chosen = await chooseDatabase(options.databaseUrl)
  try {
    const environment = await prepareSandbox(chosen, options)
    if (stopping.signal.aborted) return
    const children = roles.map(role => start(role, environment))
    stopping.signal.addEventListener('abort', () => children.forEach(child => child.kill('SIGTERM')))
    await Promise.all(children.map(child => once(child, 'exit')))
  } finally {
    await chosen.stop()
  }
}

/** Returns the settings of the processes. */
async function prepareSandbox(
  { adminUrl, database, description, folder }: ChosenDatabase,
  { port, fresh }: DevOptions,
): Promise<NodeJS.ProcessEnv> {
  const { ownerUrl, appUrl, sealerUrl } = await provisionDatabase({ adminUrl, database, fresh })
  const installation = { cell: 1, environment: 'sandbox' } as const
  await migrate({ ownerUrl, ...installation, log: () => {} })

  const publicOrigin = `http://127.0.0.1:${port}`
  const sandbox = await seedSandbox(appUrl, {
    ...installation,
    publicOrigin,
    secretKey,
    formerSecretKeys: [],
  })
  process.stdout.write(formatSandbox(sandbox, { workerPort: port + 1, database: description }))

  return childEnvironment({
    PARLEY_ENVIRONMENT: installation.environment,
    PARLEY_CELL: String(installation.cell),
    PARLEY_SECRET_KEY: secretKey.toString('base64'),
    DATABASE_URL: appUrl,
    SEALER_DATABASE_URL: sealerUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    WORKER_PORT: String(port + 1),
    SEALER_PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_ORIGIN: publicOrigin,
    // A developer's receiver runs beside it.
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    ...(await logSettings(ownerUrl, folder)),
  })
}

function start(role: (typeof roles)[number], environment: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [...program, role], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // Ctrl+C reaches only this process, which then stops all in order
  })
  createInterface({ input: child.stdout }).on('line', line => {
    process.stdout.write(`${formatLogLine(role, line)}\n`)
  })
  return child
}
