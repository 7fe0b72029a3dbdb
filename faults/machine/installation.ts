import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import { type CarrierLine, startCarrierLine } from './carrier-line.ts'
import { databaseUser, PostgresNode } from './postgres-node.ts'
import { ServiceClient } from './service-client.ts'
import { databaseName, type ServiceDatabase } from './service-database.ts'
import { Supervised } from './supervised.ts'
import { WireRecord } from './wire-record.ts'

const cell = { cell: 1, environment: 'sandbox' } as const

export interface Installation<Kept extends ServiceDatabase = ServiceDatabase> {
  readonly folder: string
  readonly database: Kept
  /** The carrier's own database, on a server without faults: its record of accepted texts. */
  readonly carrier: Database
  readonly line: CarrierLine
  readonly wire: WireRecord
  readonly apis: readonly Supervised[]
  readonly workers: readonly Supervised[]
  readonly redis: Supervised
  readonly sealer: Supervised
  /** Where the sealer publishes what it signed. */
  readonly checkpointFile: string
  readonly client: ServiceClient
  readonly apiPorts: readonly number[]
  /** Settings to mint tokens that these apis accept. */
  readonly identity: typeof cell & {
    readonly publicOrigin: string
    readonly secretKey: Buffer
    readonly formerSecretKeys: readonly Buffer[]
  }
  /** As the service itself connects. */
  readonly appUrl: string
  readonly highWaterFile: string
  readonly processes: readonly Supervised[]
  killNow(): void
  close(options: { keep: boolean }): Promise<void>
}

export interface InstallationOptions<Kept extends ServiceDatabase> {
  readonly createDatabase: (folder: string) => Promise<Kept>
  /** Program to start; for a mutation, a copy with the lock removed. */
  readonly main?: string
  readonly tell: (what: string) => void
}

const ownMain = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))

/** A complete installation, each part as a separate process on this machine. */
export async function createInstallation<Kept extends ServiceDatabase>({
  createDatabase,
  main = ownMain,
  tell,
}: InstallationOptions<Kept>): Promise<Installation<Kept>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-faults-'))
  const { uid, gid } = await databaseUser()
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  const [database, carrierNode] = await Promise.all([createDatabase(folder), startCarrierDatabase(folder)])
  const { ownerUrl } = await provisionDatabase({ adminUrl: database.adminUrl, database: databaseName })
  const carrierUrls = await provisionDatabase({ adminUrl: carrierNode.url, database: 'carrier' })
  await Promise.all([
    migrate({ ownerUrl, ...cell, log: () => {} }),
    migrate({ ownerUrl: carrierUrls.ownerUrl, ...cell, log: () => {} }),
  ])
  tell('two databases are migrated')
  await database.complete()

  const wire = new WireRecord()
  const [simulatorPort, redisPort, sealerPort, ...ports] = await Promise.all(
    Array.from({ length: 7 }, freePort),
  )
  const line = await startCarrierLine(simulatorPort ?? 0, wire)
  const secretKey = randomBytes(32)
  const publicOrigin = 'http://faults.parley.test'
  const appUrl = `postgres://parley_app:parley@127.0.0.1:${database.port}/${databaseName}`
  const highWaterFile = join(folder, 'high-water.json')
  const common = {
    PARLEY_ENVIRONMENT: cell.environment,
    PARLEY_CELL: String(cell.cell),
    HOST: '127.0.0.1',
    HIGH_WATER_FILE: highWaterFile,
  }
  const parley = (name: string, role: string, port: number, variables: Record<string, string>): Supervised =>
    new Supervised({
      name,
      command: [process.execPath, main, role],
      variables: { ...common, ...variables },
      log: join(folder, `${name}.log`),
      isReady: () => (role === 'simulator' ? accepts(port) : answersReady(port)),
    })
  const simulator = parley('simulator', 'simulator', simulatorPort ?? 0, {
    DATABASE_URL: carrierUrls.appUrl,
    SIMULATOR_PORT: String(simulatorPort),
  })
  const redis = new Supervised({
    name: 'redis',
    command: ['redis-server', '--port', String(redisPort), '--save', '', '--appendonly', 'no'],
    variables: {},
    log: join(folder, 'redis.log'),
    isReady: () => accepts(redisPort ?? 0),
  })
  const apis = ports.slice(0, 2).map((port, index) =>
    parley(`api-${index + 1}`, 'api', port, {
      DATABASE_URL: appUrl,
      PORT: String(port),
      METRICS_PORT: '0',
      PUBLIC_ORIGIN: publicOrigin,
      PARLEY_SECRET_KEY: secretKey.toString('base64'),
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    }),
  )
  const workers = ports.slice(2).map((port, index) =>
    parley(`worker-${index + 1}`, 'worker', port, {
      DATABASE_URL: appUrl,
      WORKER_PORT: String(port),
      PUBLIC_ORIGIN: publicOrigin,
      PARLEY_SECRET_KEY: secretKey.toString('base64'),
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIMULATOR_URL: `tcp://127.0.0.1:${line.port}`,
    }),
  )
  const logDirectory = join(folder, 'log')
  const sealer = parley('sealer', 'sealer', sealerPort ?? 0, {
    SEALER_DATABASE_URL: `postgres://parley_sealer:parley@127.0.0.1:${database.port}/${databaseName}`,
    SEALER_PORT: String(sealerPort),
    LOG_ORIGIN: 'faults.parley.test/log',
    LOG_DIRECTORY: logDirectory,
    LOG_KEY_FILE: join(folder, 'log-key'),
  })
  const processes = [simulator, redis, ...apis, ...workers, sealer]
  const carrier = createPool({
    url: new URL('/carrier', carrierNode.url).href,
    size: 3,
    applicationName: 'faults',
    connectTimeoutMs: 30_000,
  })
  const client = new ServiceClient(ports.slice(0, 2))
  const killNow = (): void => {
    for (const each of processes) each.killNow()
    database.killNow()
    carrierNode.killNow()
  }
  return {
    folder,
    database,
    carrier,
    line,
    wire,
    apis,
    workers,
    redis,
    sealer,
    checkpointFile: join(logDirectory, 'checkpoint'),
    client,
    apiPorts: ports.slice(0, 2),
    identity: { ...cell, publicOrigin, secretKey, formerSecretKeys: [] },
    appUrl,
    highWaterFile,
    processes,
    killNow,
    close: async ({ keep }) => {
      client.close()
      await Promise.all(processes.map(each => each.close()))
      line.close()
      await carrier.end()
      await Promise.all([database.close(), carrierNode.kill()])
      if (!keep) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** It has no faults, so it need not be durable and compete for the disk. */
async function startCarrierDatabase(folder: string): Promise<PostgresNode> {
  const node = await PostgresNode.create(folder, 'carrier', { fsync: 'off' })
  await node.start()
  return node
}

async function answersReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })
  return answer.ok
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (is: boolean) => (): void => {
      socket.destroy()
      resolve(is)
    }
    socket.on('connect', end(true))
    socket.on('error', end(false))
  })
}
