// The metrics in docs/operations.md are exactly those of api and worker, by name and label.
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { addCarrier } from '../src/delivery/carriers/add-carrier.ts'
import { retireCarrier } from '../src/delivery/carriers/retire-carrier.ts'
import { withoutIdempotency } from '../src/platform/idempotency/idempotency.ts'
import { createEndpoint } from '../src/webhooks/endpoints/create-endpoint.ts'
import { acceptTexts, createMembers, createSender, eventually } from './carriers/texting.ts'
import { useTestDatabase } from './database/database.ts'
import { createApplication, grantAccess } from './people/people.ts'
import { freePort } from './processes/free-port.ts'
import { listening, metricsOf, parley } from './processes/process.ts'
import { sealerSettings } from './processes/sealer-settings.ts'

type Labels = ReadonlyMap<string, readonly string[]>

const { database, url, sealerUrl } = await useTestDatabase()
const sealerVariables = await sealerSettings(sealerUrl)

const secretKey = Buffer.alloc(32, 7)
const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
const prefix = '(?:parley|db_client|http_server|nodejs|process)_'

/** Metrics in the first column of a table, with their labels. */
function documented(): Labels {
  const cells = [...operations.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  const names = new RegExp(`\`(${prefix}\\w+)(?:\\{([\\w, ]+)\\})?\``, 'g')
  return new Map(
    cells.flatMap(cell =>
      [...cell.matchAll(names)].map(([, name = '', labels]) => [name, labels?.split(', ').toSorted() ?? []]),
    ),
  )
}

/** Metrics named anywhere in the text, including in alert conditions. */
const mentioned = (): string[] =>
  [...operations.matchAll(new RegExp(`\`(${prefix}\\w+)[^\`\\n]*\``, 'g'))].map(([, name = '']) => name)

function shown(metrics: string): Labels {
  const names = [...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)
  return new Map(
    names.map(name => {
      const samples = metrics.matchAll(new RegExp(`^${name}(?:_count)?(?:\\{(.*)\\})? `, 'gm'))
      const labels = [...samples].flatMap(([, all = '']) => [...all.matchAll(/(\w+)="/g)])
      return [name, [...new Set(labels.map(([, label = '']) => label))].toSorted()]
    }),
  )
}

it('every exported metric is documented, and no other', async () => {
  const acme = {
    settings: { kind: 'smpp', host: '127.0.0.1', port: await freePort() } as const,
    credentials: { systemId: 'parley', password: 'secret' },
    textsPerSecond: null,
    isDefault: false,
  }
  const installation = { environment: 'sandbox', operator: 'test' } as const
  await addCarrier(database, { ...installation, secretKey }, { ...acme, name: 'acme' })
  await addCarrier(database, { ...installation, secretKey }, { ...acme, name: 'locked' })
  // With another carrier's credentials, the worker cannot even try to connect.
  await database.query(
    `update carrier set encrypted_credentials = (select encrypted_credentials from carrier where name = 'acme')
     where name = 'locked'`,
  )
  const sender = await createSender(database)
  // Nobody listens at the endpoint.
  const application = await createApplication(database, ['text.messaging.read', 'events.manage'])
  await grantAccess(database, sender.advisorId, application.id, { scopes: ['text.messaging.read'] })
  const manager = {
    applicationId: application.id,
    actor: { kind: 'system', task: 'test' },
    traceId: null,
  } as const
  const endpoint = { url: `http://127.0.0.1:${await freePort()}/` }
  await createEndpoint({ database, secretKey, isSandbox: true }, manager, endpoint, withoutIdempotency)
  await acceptTexts(database, sender, await createMembers(database, sender, 1))
  const variables = {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    DATABASE_URL: url,
    PORT: '0',
    WORKER_PORT: '0',
    ...sealerVariables,
    PARLEY_SECRET_KEY: secretKey.toString('base64'),
  }
  const apiProcess = parley(['api'], variables)
  const processes = [apiProcess, parley(['worker'], variables), parley(['sealer'], variables)]
  onTestFinished(async () => {
    for (const { child } of processes) child.kill('SIGTERM')
    await Promise.all(processes.map(each => each.exited()))
  })
  const [, worker = '', sealer = ''] = await Promise.all(processes.map(listening))
  const read = async (address: string): Promise<string> => (await fetch(`${address}/metrics`)).text()
  const api = new URL(await metricsOf(apiProcess)).origin
  await read(api)
  const awaited = [
    'parley_texts_total{',
    'parley_webhooks_attempt_duration_count{outcome="unreachable"}',
    'parley_carrier_error_age{carrier="acme"}',
    'parley_carrier_link{carrier="locked"} 0',
  ]
  await eventually(
    'a text was sent and two carriers are down',
    async () => {
      const metrics = await read(worker)
      return awaited.every(each => metrics.includes(each))
    },
    30_000,
  )
  const pages = await Promise.all([api, worker, sealer].map(read))
  const all = new Map(pages.flatMap(page => [...shown(page)]))
  expect(Object.fromEntries(documented())).toEqual(Object.fromEntries(all))
  expect(mentioned().filter(name => !all.has(name))).toEqual([])

  for (const name of ['acme', 'locked']) {
    await retireCarrier(database, { environment: 'sandbox', operator: 'test' }, name)
  }
  await eventually('nothing is shown of carriers that are retired', async () => {
    const metrics = await read(worker)
    return !metrics.includes('carrier="acme"') && !metrics.includes('carrier="locked"')
  })
})
