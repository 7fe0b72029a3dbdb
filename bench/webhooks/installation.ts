import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { createPool, type Database } from '../../packages/server/src/platform/db/pool.ts'
import { dropDatabase } from '../../packages/server/src/platform/db/provisioning/drop-database.ts'
import { provisionDatabase } from '../../packages/server/src/platform/db/provisioning/provision.ts'
import { withoutIdempotency } from '../../packages/server/src/platform/idempotency/idempotency.ts'
import { createEndpoint } from '../../packages/server/src/webhooks/endpoints/create-endpoint.ts'
import { createAdvisor, createApplication, grantAccess } from '../../packages/server/test/people/people.ts'
import { freePort } from '../../packages/server/test/processes/free-port.ts'
import { type ServiceProcess, startService } from '../common/service-process.ts'
import type { Message, Order } from './receiver.ts'

type Arrival = readonly [messageId: number, endpoint: number, atMs: number]

export interface Installation {
  readonly database: Database
  /** Of each application one advisor, who allows it, and one endpoint. */
  readonly advisorIds: readonly number[]
  readonly receiverUrl: string
  readonly startWorker: () => Promise<ServiceProcess>
  readonly hang: (endpoints: number) => void
  /** What arrived since it was asked last. */
  readonly arrived: () => Promise<readonly Arrival[]>
  readonly close: () => Promise<void>
}

const secretKey = randomBytes(32)
const publicOrigin = 'http://bench.parley.test'

/** A database with a sealer, and a partner's server in a process of its own. */
export async function createInstallation(url: string, applications: number): Promise<Installation> {
  const name = new URL(url).pathname.slice(1)
  const adminUrl = new URL('/postgres', url).href
  const urls = await provisionDatabase({ adminUrl, database: name, fresh: true })
  await migrate({ ownerUrl: urls.ownerUrl, cell: 1, environment: 'sandbox', log: () => {} })
  const database = createPool({
    url: urls.appUrl,
    size: 16,
    applicationName: 'bench',
    connectTimeoutMs: 30_000,
  })
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-webhooks-'))
  const receiver = await startReceiver()
  const advisorIds: number[] = []
  for (let index = 0; index < applications; index += 1) {
    const [application, advisor] = await Promise.all([createApplication(database), createAdvisor(database)])
    await grantAccess(database, advisor.id, application.id)
    const manager = {
      applicationId: application.id,
      actor: { kind: 'system', task: 'bench' },
      traceId: null,
    } as const
    await createEndpoint(
      { database, secretKeys: { secretKey, formerSecretKeys: [] }, isSandbox: true },
      manager,
      { url: `${receiver.url}/${index}`, types: ['message.*'] },
      withoutIdempotency,
    )
    advisorIds.push(advisor.id)
  }
  const common = { PARLEY_ENVIRONMENT: 'sandbox', PARLEY_CELL: '1', HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  const sealer = await startService('sealer', {
    ...common,
    LOG_LEVEL: 'info',
    SEALER_DATABASE_URL: urls.sealerUrl,
    SEALER_PORT: String(await freePort()),
    LOG_ORIGIN: 'bench.parley.test/log',
    LOG_DIRECTORY: join(folder, 'log'),
    LOG_KEY_FILE: join(folder, 'key'),
  })
  const workerPort = await freePort()
  return {
    database,
    advisorIds,
    receiverUrl: receiver.url,
    startWorker: () =>
      startService('worker', {
        ...common,
        LOG_LEVEL: 'info',
        DATABASE_URL: urls.appUrl,
        WORKER_PORT: String(workerPort),
        PUBLIC_ORIGIN: publicOrigin,
        PARLEY_SECRET_KEY: secretKey.toString('base64'),
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      }),
    hang: receiver.hang,
    arrived: receiver.arrived,
    close: async () => {
      await sealer.stop()
      receiver.child.kill()
      await database.end()
      await dropDatabase(adminUrl, name)
      await rm(folder, { recursive: true })
    },
  }
}

async function startReceiver() {
  const child: ChildProcess = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)))
  const order = (message: Order): void => void child.send(message)
  const next = async (): Promise<Message> => ((await once(child, 'message')) as [Message])[0]
  const listening = await next()
  if (listening.kind !== 'listening') throw new Error('the receiver did not start')
  return {
    child,
    url: `http://127.0.0.1:${listening.port}`,
    hang: (endpoints: number) => order({ kind: 'hang', endpoints }),
    arrived: async (): Promise<readonly Arrival[]> => {
      const answer = next()
      order({ kind: 'report' })
      const message = await answer
      return message.kind === 'arrived' ? message.events : []
    },
  }
}
