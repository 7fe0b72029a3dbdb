// An installation in which every metric has a value: a text was sent, a webhook endpoint and two carriers cannot be reached.
import { addCarrier } from '../../src/delivery/carriers/add-carrier.ts'
import { inTransaction } from '../../src/platform/db/in-transaction.ts'
import type { Database } from '../../src/platform/db/pool.ts'
import { withoutIdempotency } from '../../src/platform/idempotency/idempotency.ts'
import { storeReport } from '../../src/recovery/backups/queries.ts'
import { createEndpoint } from '../../src/webhooks/endpoints/create-endpoint.ts'
import { acceptTexts, createMembers, createSender, eventually } from '../carriers/texting.ts'
import { createSecretKeys } from '../people/create-secret-keys.ts'
import { createApplication, grantAccess } from '../people/people.ts'
import { freePort } from './free-port.ts'
import { listening, metricsOf, parley } from './process.ts'
import { sealerSettings } from './sealer-settings.ts'

interface BusyInstallation {
  /** Where each process serves /metrics. */
  readonly addresses: Record<'api' | 'worker' | 'sealer', string>
  readonly publicAddress: string
  /** Accepts more texts, of the same sender. */
  readonly send: (texts: number) => Promise<void>
  readonly stop: () => Promise<void>
}

const secretKeys = createSecretKeys(Buffer.alloc(32, 7))

export const readMetrics = async (address: string): Promise<string> =>
  (await fetch(`${address}/metrics`)).text()

export async function startBusyInstallation(installed: {
  readonly database: Database
  readonly url: string
  readonly sealerUrl: string
}): Promise<BusyInstallation> {
  const { database, url, sealerUrl } = installed
  await addUnreachableCarriers(database)
  await inTransaction(database, async tx => {
    await storeReport(tx, ['check', new Date(), true])
    await storeReport(tx, ['drill', new Date(), true])
  })
  const sender = await createSender(database)
  await addUnreachableEndpoint(database, sender.advisorId)
  const send = async (texts: number): Promise<void> => {
    await acceptTexts(database, sender, await createMembers(database, sender, texts))
  }
  await send(1)
  const variables = {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    DATABASE_URL: url,
    PORT: '0',
    WORKER_PORT: '0',
    ...(await sealerSettings(sealerUrl)),
    PARLEY_SECRET_KEY: secretKeys.secretKey.toString('base64'),
  }
  const apiProcess = parley(['api'], variables)
  const processes = [apiProcess, parley(['worker'], variables), parley(['sealer'], variables)]
  const stop = async (): Promise<void> => {
    for (const { child } of processes) child.kill('SIGTERM')
    await Promise.all(processes.map(each => each.exited()))
  }
  const [publicAddress = '', worker = '', sealer = ''] = await Promise.all(processes.map(listening))
  const api = new URL(await metricsOf(apiProcess)).origin
  await readMetrics(api)
  await eventually(
    'a text was sent and two carriers are down',
    async () => {
      const metrics = await readMetrics(worker)
      return awaited.every(each => metrics.includes(each))
    },
    30_000,
  )
  return { addresses: { api, worker, sealer }, publicAddress, send, stop }
}

const awaited = [
  'parley_texts_total{',
  'parley_webhooks_attempt_duration_seconds_count{outcome="unreachable"}',
  'parley_carrier_error_age_seconds{carrier="acme"}',
  'parley_carrier_link{carrier="locked"} 0',
]

async function addUnreachableCarriers(database: Database): Promise<void> {
  const acme = {
    settings: { kind: 'smpp', host: '127.0.0.1', port: await freePort() } as const,
    credentials: { systemId: 'parley', password: 'secret' },
    textsPerSecond: null,
    isDefault: false,
  }
  const installation = { environment: 'sandbox', operator: 'test' } as const
  await addCarrier(database, { ...installation, secretKeys }, { ...acme, name: 'acme' })
  await addCarrier(database, { ...installation, secretKeys }, { ...acme, name: 'locked' })
  // With another carrier's credentials, the worker cannot even try to connect.
  await database.query(
    `update carrier set encrypted_credentials = (select encrypted_credentials from carrier where name = 'acme')
     where name = 'locked'`,
  )
}

/** Nobody listens there. */
async function addUnreachableEndpoint(database: Database, advisorId: number): Promise<void> {
  const application = await createApplication(database, ['text.messaging.read', 'events.manage'])
  await grantAccess(database, advisorId, application.id, { scopes: ['text.messaging.read'] })
  const manager = {
    applicationId: application.id,
    actor: { kind: 'system', task: 'test' },
    traceId: null,
  } as const
  const endpoint = { url: `http://127.0.0.1:${await freePort()}/` }
  await createEndpoint({ database, secretKeys, isSandbox: true }, manager, endpoint, withoutIdempotency)
}
